import { Send } from 'lucide-react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { flagParam, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'

export const SendDialog = lazyDialog(() => import('./send-dialog').then((module) => module.SendDialog))

/** Also opened by an address: 'Add User' leads there. */
export function InviteByEmail() {
  const { state, set } = useUrlState({ invite: flagParam })
  return (
    <>
      <Button
        variant="primary"
        icon={<Send />}
        onClick={() => set({ invite: true }, { keepPage: true, urgent: true })}
      >
        Invite by email
      </Button>
      {state.invite ? (
        <SendDialog
          frame={{ title: 'Invite by email', wide: true }}
          onClose={() => set({ invite: false }, { keepPage: true, urgent: true })}
        />
      ) : null}
    </>
  )
}
