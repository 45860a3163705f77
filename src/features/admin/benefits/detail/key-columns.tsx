import { Ban, Eye, Undo2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { StatusGlyph } from '@/components/domain/status-badge'
import type { Column } from '@/components/table/data-table'
import { IconButton } from '@/components/ui/button'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { type KeyState, type PoolKey, useSetKeyAside } from '@/entities/deliveries/pool'
import { adminPaths } from '@/lib/admin-paths'
import { formatDate } from '@/lib/format'

export const keyWords: Record<KeyState, string> = {
  available: 'Left',
  delivered: 'Handed out',
  quarantined: 'Put aside',
}

const columns: Column<PoolKey>[] = [
  {
    id: 'key',
    header: 'Key',
    card: 'main',
    nowrap: true,
    cell: ({ mask, batch }) => (
      <>
        <span translate="no" className="font-mono font-medium">
          {mask}
        </span>
        <span className="block text-xs text-ink-muted">Batch B{batch}</span>
      </>
    ),
  },
  { id: 'state', header: 'State', card: 'side', nowrap: true, cell: ({ state }) => <State state={state} /> },
  {
    id: 'order',
    header: 'Order',
    nowrap: true,
    cell: ({ order_id, order_number }) =>
      order_id ? (
        <Link to={adminPaths.orderOf(order_id)} className="link figures">
          {order_number ?? 'Legacy Order'}
        </Link>
      ) : null,
  },
  {
    id: 'member',
    header: 'Member',
    cell: ({ order_id, customer_name }) => (order_id ? <bdi>{customer_name ?? 'Deleted user'}</bdi> : null),
  },
  {
    id: 'since',
    header: 'Since',
    nowrap: true,
    cell: ({ changed_at }) => (
      <time dateTime={changed_at} className="figures text-ink-2">
        {formatDate(changed_at)}
      </time>
    ),
  },
]

function State({ state }: { state: KeyState }) {
  if (state === 'quarantined')
    return (
      <span className="inline-flex items-center gap-[7px] font-medium text-danger">
        <Ban className="!size-4" />
        {keyWords[state]}
      </span>
    )
  return (
    <span
      className={`inline-flex items-center gap-[7px] font-medium ${state === 'available' ? 'text-accent' : 'text-ink-muted'}`}
    >
      <span className="[&>svg]:text-current">
        <StatusGlyph status={state === 'available' ? 'completed' : 'delivered'} />
      </span>
      {keyWords[state]}
    </span>
  )
}

export function keyColumns(onReveal: (key: PoolKey) => void): Column<PoolKey>[] {
  const actions: Column<PoolKey> = {
    id: 'actions',
    header: 'Actions',
    card: 'actions',
    cell: (key) => (
      <>
        <IconButton aria-label={`Reveal ${key.mask}`} icon={<Eye />} onClick={() => onReveal(key)} />
        <AsideButton poolKey={key} />
      </>
    ),
  }
  return [...columns, actions]
}

function AsideButton({ poolKey: { id, mask, state } }: { poolKey: PoolKey }) {
  const { mutate, isPending } = useSetKeyAside()
  if (state === 'delivered') return null
  const aside = state === 'available'
  return (
    <IconButton
      aria-label={aside ? `Put aside ${mask}` : `Restore ${mask}`}
      aria-busy={isPending || undefined}
      icon={aside ? <Ban /> : <Undo2 />}
      onClick={() => {
        if (isPending) return
        mutate(
          { id, aside },
          {
            onSuccess: (now) =>
              aside || now !== 'quarantined'
                ? toastSuccess('Success', aside ? 'Key put aside' : 'Key restored')
                : toastError(
                    'Error',
                    'The batch of this key is held back. Decide about it in Reports first.',
                  ),
          },
        )
      }}
    />
  )
}
