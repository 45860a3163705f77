import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { TokenAmount } from '@/components/domain/token-amount'
import { formatCapped } from '@/components/list/pager'
import { Bar } from '@/components/selection/selection'
import type { Selection } from '@/components/selection/use-selection'
import { Button, IconButton } from '@/components/ui/button'

type BulkAction = {
  id: string
  label: string
  /** The usual next step, for at most one action. */
  primary?: boolean
  danger?: boolean
  /** Behind 'More actions'; on phones all but the primary one are. */
  more?: boolean
  shortcut?: string
  onSelect: () => void
}

type Props = {
  selection: Omit<Selection, 'picked'>
  noun: readonly [one: string, many: string]
  tokens?: number
  actions: readonly BulkAction[]
}

export function BulkBar({ selection, noun, tokens, actions }: Props) {
  const [open, setOpen] = useState(false)
  const { count, capped, clear } = selection
  const hidden = actions.filter(({ primary }) => !primary)
  if (count === 0) return null

  return (
    <Bar label={`Selected ${noun[1]}`}>
      <p
        className="figures mr-auto flex flex-wrap items-baseline gap-x-4 gap-y-1 max-md:mr-0 max-md:basis-[calc(100%-5rem)]"
        role="status"
      >
        <span>
          <b className="text-base font-semibold">{formatCapped({ value: count, capped })}</b> selected
        </span>
        {tokens === undefined ? null : <TokenAmount value={tokens} />}
      </p>
      <Button variant="quiet" className="max-md:ml-auto max-md:px-2" onClick={clear}>
        Clear
      </Button>
      {actions
        .filter(({ more }) => open || !more)
        .map(({ id, label, primary, danger, shortcut, onSelect }) => (
          <Button
            key={id}
            variant={primary ? 'primary' : danger ? 'danger-quiet' : 'secondary'}
            className={primary ? 'max-md:order-last max-md:flex-1' : open ? undefined : 'max-md:!hidden'}
            aria-keyshortcuts={shortcut}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))}
      {hidden.length > 0 ? (
        <IconButton
          aria-label={open ? 'Fewer actions' : 'More actions'}
          aria-expanded={open}
          size="md"
          variant="secondary"
          icon={<Ellipsis />}
          className={actions.some(({ more }) => more) ? 'max-md:order-last' : 'md:hidden max-md:order-last'}
          onClick={() => setOpen(!open)}
        />
      ) : null}
    </Bar>
  )
}
