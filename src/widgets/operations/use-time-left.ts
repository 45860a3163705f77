import { useEffect, useState } from 'react'

/** Ms until `end`, updated every second; 0 once it has passed. */
export function useTimeLeft(end: string): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Date.parse(end) - now)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isOver])
  return left
}

/** '9:41' */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
