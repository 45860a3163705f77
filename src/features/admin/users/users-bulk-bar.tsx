import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import type { Selection } from '@/components/selection/use-selection'
import type { OperationTarget } from '@/entities/operations/operation'
import type { Profile } from '@/entities/profiles/profile'
import { BulkBar } from '@/widgets/operations/bulk-bar'
import { useAfterRun } from '@/widgets/operations/progress'

const ExtendMemberships = lazyDialog(() =>
  import('./memberships/extend-memberships').then((m) => m.ExtendMemberships),
)
const GrantTokens = lazyDialog(() => import('./grants/grant-tokens').then((m) => m.GrantTokens))

type Props = { selection: Selection<Profile>; filter: Record<string, string> }

const noun = ['user', 'users'] as const

export function UsersBulkBar({ selection, filter }: Props) {
  const [action, setAction] = useState<'extend' | 'grant'>()
  const { all, ids, picked, count, clear } = selection
  const target: OperationTarget = all ? { filter } : { ids }
  const dialog = { onRun: useAfterRun(clear), onClose: () => setAction(undefined) }

  return (
    <>
      <BulkBar
        selection={selection}
        noun={noun}
        actions={[
          // Lines name members by email, so this needs users who were selected one by one.
          ...(all ? [] : [{ id: 'grant', label: 'Grant tokens', onSelect: () => setAction('grant') }]),
          { id: 'extend', label: 'Extend memberships', primary: true, onSelect: () => setAction('extend') },
        ]}
      />
      {action === 'extend' ? (
        <ExtendMemberships
          frame={{ title: 'Extend memberships', wide: true }}
          target={target}
          selected={count}
          {...dialog}
        />
      ) : null}
      {action === 'grant' ? (
        <GrantTokens
          frame={{ title: 'Grant tokens', wide: true }}
          text={picked.map(({ email }) => email).join('\n')}
          {...dialog}
        />
      ) : null}
    </>
  )
}
