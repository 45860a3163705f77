import { Tally } from '@/components/domain/tally'
import { formatDate, formatNumber } from '@/lib/format'

type Props = { quota: number; left: number; until: string }

export function InvitationsLeft({ quota, left, until }: Props) {
  const used = Math.max(0, quota - left)
  return (
    <section>
      <h2 className="mb-3 text-base font-semibold">Invitations left</h2>
      <div className="flex items-center gap-5 border-t border-b border-t-ink border-b-line py-[18px]">
        <Tally used={used} quota={quota} most={20} className="h-12 flex-none" />
        <p className="min-w-0">
          <span className="block font-serif text-[2.5rem]/[2.75rem] font-medium">{formatNumber(left)}</span>
          <span className="text-ink-muted">
            {`${formatNumber(used)} of ${formatNumber(quota)} used, until ${formatDate(until)}`}
          </span>
        </p>
      </div>
    </section>
  )
}
