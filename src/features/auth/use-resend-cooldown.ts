import { useEffect, useState } from 'react'
import { tabStorage } from '@/lib/storage'

const key = 'guildhall-email-sent'
const pause = 60_000

/** A confirmation mail was sent just now: the next one has to wait (D15). */
export function startResendCooldown() {
  tabStorage.setItem(key, String(Date.now()))
}

/** Seconds until the next confirmation mail; the count goes on while other views are shown, and over a reload. */
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
  return Math.min(60, Math.max(0, Math.ceil((sent + pause - Date.now()) / 1000)))
}
