import clsx from 'clsx'
import { TokenWord } from '@/components/domain/token-word'
import { formatNumber, formatSigned } from '@/lib/format'
import { Coin } from './coin'

type Props = {
  value: number
  /** '+50', '−25': green when received. */
  signed?: boolean
  /** Without the coin, if the column header says Tokens. */
  bare?: boolean
  className?: string
}

export function TokenAmount({ value, signed = false, bare = false, className }: Props) {
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
