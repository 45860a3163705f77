import { Send } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { Button } from '@/components/ui/button'

export const SendDialog = lazyDialog(() => import('./send-dialog').then((module) => module.SendDialog))

export function InviteByEmail() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon={<Send />} onClick={() => setOpen(true)}>
        Invite by email
      </Button>
      {isOpen ? (
        <SendDialog frame={{ title: 'Invite by email', wide: true }} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
