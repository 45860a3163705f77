import clsx from 'clsx'
import { formatNumber, formatSigned } from '@/lib/format'

type Props = { reeded?: boolean; className?: string }

export function Coin({ reeded = false, className }: Props) {
  return reeded ? (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={clsx('flex-none text-token-fill', className)}>
      <circle
        cx="32"
        cy="32"
        r="30.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeDasharray="1.6 1.604"
      />
      <circle cx="32" cy="32" r="27.6" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M32 8.4a23.6 23.6 0 1 1 0 47.2 23.6 23.6 0 0 1 0-47.2ZM24.6 45V28.4a7.4 7.4 0 0 1 14.8 0V45Zm-2.9 0h1.3V28.4a9 9 0 0 1 18 0V45h1.3V28.4a10.3 10.3 0 0 0-20.6 0Z"
      />
    </svg>
  ) : (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={clsx('flex-none text-token-fill', className)}>
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0Zm0 1.1a6.9 6.9 0 1 0 0 13.8A6.9 6.9 0 0 0 8 1.1Zm0 1a5.9 5.9 0 1 1 0 11.8A5.9 5.9 0 0 1 8 2.1ZM6.1 11.2V7.1a1.9 1.9 0 0 1 3.8 0v4.1Z"
      />
    </svg>
  )
}

/** The unit of a number beside a coin, for screen readers. */
export function TokenWord({ value }: { value: number }) {
  return <span className="sr-only">{value === 1 ? ' token' : ' tokens'}</span>
}

type TokenAmountProps = {
  value: number
  /** '+50', '−25': green when received. */
  signed?: boolean
  /** Without the coin, if the column header says Tokens. */
  bare?: boolean
  className?: string
}

export function TokenAmount({ value, signed = false, bare = false, className }: TokenAmountProps) {
  return (
    <span
      className={clsx(
        'figures inline-flex items-center gap-[.38em] font-semibold whitespace-nowrap',
        signed && value > 0 && 'text-positive',
        className,
      )}
    >
      {bare ? null : <Coin className="size-[1.05em]" />}
      <span>{signed ? formatSigned(value) : formatNumber(value)}</span>
      {bare ? null : <TokenWord value={value} />}
    </span>
  )
}
