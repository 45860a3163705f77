import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { Explained } from '@/components/explain/explained'
import { formatCount, formatNumber } from '@/lib/format'
import { Coin } from './token-amount'

const duration = 200

/** Within 200 ms, also in a window that is not painted; at once with reduced motion. */
function useCountTo(value: number): number {
  const [displayed, setDisplayed] = useState(value)
  const from = useRef(value)

  useEffect(() => {
    const start = from.current
    from.current = value
    if (start === value) return
    if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) {
      setDisplayed(value)
      return
    }
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function count(now: number) {
      const part = Math.min(Math.max((now - startedAt) / duration, 0), 1)
      setDisplayed(Math.round(start + (value - start) * part))
      if (part < 1) frame = requestAnimationFrame(count)
    })
    function stop() {
      cancelAnimationFrame(frame)
      setDisplayed(value)
    }
    const timer = setTimeout(stop, duration)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [value])

  return displayed
}

type Size = 'bar' | 'side' | 'page' | 'large'
/** `of`: if it opens the rows behind it (D48). */
type Props = { value: number; size?: Size; numberRef?: string }

const sizes: Record<Size, { box: string; coin: string }> = {
  bar: { box: 'gap-2 pt-1.5 pb-[3px] text-[1.75rem]/none tracking-[-.01em]', coin: 'size-[22px]' },
  side: { box: 'gap-2.5 py-2 text-[2.5rem]/none tracking-[-.015em]', coin: 'size-[30px]' },
  page: {
    box: 'gap-3.5 pb-1.5 text-[4.5rem]/none tracking-[-.03em] max-md:text-[3.5rem]',
    coin: 'size-12 max-md:size-[38px]',
  },
  large: {
    box: 'gap-[18px] pt-3 pb-0.5 text-[6.5rem]/none tracking-[-.03em] max-md:text-[5.5rem]',
    coin: 'size-[68px] max-md:size-14',
  },
}

export function Balance({ value, size = 'side', numberRef }: Props) {
  const displayedValue = useCountTo(value)
  return (
    <span
      className={clsx(
        // The double rule says enough: no third line below a number that can be explained.
        'double-rule figures flex items-center font-serif font-medium whitespace-nowrap [&_.explained]:border-0',
        sizes[size].box,
      )}
    >
      <Coin reeded={size !== 'bar'} className={sizes[size].coin} />
      {numberRef ? (
        <Explained numberRef={numberRef} label="Balance">
          {formatNumber(displayedValue)}
        </Explained>
      ) : (
        <span aria-hidden="true">{formatNumber(displayedValue)}</span>
      )}
      <span className="sr-only">{formatCount(value, 'token')}</span>
    </span>
  )
}
