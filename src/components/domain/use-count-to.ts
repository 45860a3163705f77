import { useEffect, useRef, useState } from 'react'

const duration = 200

/** Within 200 ms, also in a window that is not painted; at once with reduced motion. */
export function useCountTo(value: number): number {
  const [shown, setShown] = useState(value)
  const from = useRef(value)

  useEffect(() => {
    const start = from.current
    from.current = value
    if (start === value) return
    if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) {
      setShown(value)
      return
    }
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function count(now: number) {
      const part = Math.min(Math.max((now - startedAt) / duration, 0), 1)
      setShown(Math.round(start + (value - start) * part))
      if (part < 1) frame = requestAnimationFrame(count)
    })
    function stop() {
      cancelAnimationFrame(frame)
      setShown(value)
    }
    const timer = setTimeout(stop, duration)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [value])

  return shown
}
