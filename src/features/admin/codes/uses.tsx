import type { Code } from '@/entities/codes/code'
import { formatNumber } from '@/lib/format'

export function Uses({ uses, max_uses }: Pick<Code, 'uses' | 'max_uses'>) {
  return (
    <span className="figures inline-grid w-[84px] gap-1">
      {`${formatNumber(uses)} of ${formatNumber(max_uses)}`}
      <span aria-hidden="true" className="block h-1 w-full overflow-hidden rounded-sm bg-line">
        <span className="block h-full bg-accent" style={{ width: `${(100 * uses) / max_uses}%` }} />
      </span>
    </span>
  )
}
