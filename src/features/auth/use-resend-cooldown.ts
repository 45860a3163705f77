import { useEffect, useState } from 'react'
import { tabStorage } from '@/lib/storage'

const key = 'guildhall-email-sent'
const cooldownMs = 60_000

export function startResendCooldown() {
  tabStorage.setItem(key, String(Date.now()))
}

/** In seconds; survives reloads. */
export function useResendCooldown(): number {
  const [seconds, setSeconds] = useState(secondsLeft)

  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 250)
    return () => clearInterval(timer)
  }, [])

  return seconds
}

function secondsLeft(): number {
  const sent = Number(tabStorage.getItem(key))
  return Math.min(60, Math.max(0, Math.ceil((sent + cooldownMs - Date.now()) / 1000)))
}
