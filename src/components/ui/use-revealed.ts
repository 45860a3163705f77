import { useEffect, useState } from 'react'

const shownMs = 30_000

/** A secret, in this component's state alone and for 30 seconds (D31). */
export function useRevealed() {
  const [secret, setSecret] = useState<string>()
  useEffect(() => {
    if (secret === undefined) return
    const timer = setTimeout(() => setSecret(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [secret])
  return [secret, setSecret] as const
}
