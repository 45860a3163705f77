import { useRef } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { TextArea, TextField } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { toastSuccess } from '@/components/ui/toast'
import { WithName } from '@/components/ui/with-name'
import { useSendMessage } from '@/entities/profiles/admin-mutations'
import { profileErrorMessage } from '@/entities/profiles/messages'
import type { Profile } from '@/entities/profiles/profile'
import { type MessageInput, messageSchema } from '@/entities/profiles/schemas'

type Props = { user: Profile; onClose: () => void }

/** Always sent, whatever the person chose, unlike announcements (D40, D67). */
export function SendMessage({ user, onClose }: Props) {
  const send = useSendMessage()
  // The same text again is the same message, which is sent once; another text is another message.
  const last = useRef<MessageInput & { id: string }>(undefined)
  const { field, handleSubmit } = useZodForm(messageSchema, { title: '', text: '' })

  const submit = handleSubmit((input) => {
    const isRetry = last.current?.title === input.title && last.current.text === input.text
    last.current = { ...input, id: (isRetry && last.current?.id) || crypto.randomUUID() }
    send.mutate(
      { ...last.current, to: user.id },
      {
        onSuccess: () => {
          toastSuccess('Success', `Your message is on its way to ${user.name}.`)
          onClose()
        },
      },
    )
  })

  return (
    <Dialog
      title={<WithName text={`Message to ${user.name}`} name={user.name} />}
      description="By email and in the app. Activity records that you wrote, not what."
      busy={send.isPending}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <SubmitButtons busy={send.isPending} busyLabel="Sending...">
          Send message
        </SubmitButtons>
      }
    >
      <TextField label="Subject" autoComplete="off" {...field('title')} />
      <TextArea label="Text" rows={6} hint="Web addresses become links." {...field('text')} />
      <FormProblem>
        {send.isError
          ? (profileErrorMessage(send.error) ?? 'The message was not sent. Please try again.')
          : null}
      </FormProblem>
    </Dialog>
  )
}
