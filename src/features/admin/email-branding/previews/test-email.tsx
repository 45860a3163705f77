import { Send } from 'lucide-react'
import { Button } from '@/components/ui/button'
import type { TemplateName } from '@/entities/emails/templates'
import { emailProblem, useSendTestEmail, useTestEmail } from '@/entities/emails/templates'
import { formatTime } from '@/lib/format'

export function TestEmail({ name }: { name: TemplateName }) {
  const send = useSendTestEmail()
  const result = useTestEmail(send.data)
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2">
      <Button icon={<Send />} busy={send.isPending} busyLabel="Sending..." onClick={() => send.mutate(name)}>
        Send me a test
      </Button>
      <p role="status" className="text-ink-2">
        {send.data ? describeResult(result) : null}
      </p>
    </div>
  )
}

function describeResult(result: ReturnType<typeof useTestEmail>): string {
  if (result?.state === 'sent') return 'Sent to the email address of your account.'
  if (!result?.error) return 'Waiting to be sent.'
  const problem = `Not sent. ${emailProblem(result.error)}`
  return result.state === 'waiting'
    ? `${problem} Next try at ${formatTime(result.next_attempt_at)}.`
    : problem
}
