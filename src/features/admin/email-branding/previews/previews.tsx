import { Send } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Switch } from '@/components/form/checkbox'
import { SelectField } from '@/components/form/select-field'
import { LoadError } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import {
  emailProblem,
  type TemplateName,
  templateLabels,
  useSendTestEmail,
  useTestEmail,
} from '@/entities/emails/templates'
import { afterInitialLoad } from '@/lib/after-initial-load'
import { formatTime } from '@/lib/format'
import { Section } from '../section'

const loading = <Skeleton className="h-[480px] w-[600px] max-w-full" />

/** Lazy, because it contains the templates of all emails. */
function usePreviewFrame(wanted: boolean) {
  const [Frame, setFrame] = useState<typeof import('./preview-frame').PreviewFrame>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!wanted || Frame || failed) return
    let shown = true
    import('./preview-frame')
      .then((m) => m.PreviewFrame)
      .then(
        (found) => shown && setFrame(() => found),
        () => shown && setFailed(true),
      )
    return () => {
      shown = false
    }
  }, [wanted, Frame, failed])
  return { Frame, failed, retry: () => setFailed(false) }
}

/** `logo`: the URL of the logo that the emails show or would show. */
export function Previews({ logo }: { logo?: string }) {
  const [name, setName] = useState<TemplateName>('order_placed')
  const [narrow, setNarrow] = useState(false)
  const [near, setNear] = useState(false)
  const { Frame, failed, retry } = usePreviewFrame(near)
  const width = narrow ? 360 : 600

  // Below the fold, so its code is not part of the first load.
  useEffect(() => void afterInitialLoad().then(() => setNear(true)), [])
  const watch = useCallback((section: HTMLElement | null) => {
    if (!section) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true))
    observer.observe(section)
    return () => observer.disconnect()
  }, [])

  return (
    <Section title="All emails">
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <SelectField
          label="Email"
          value={name}
          onChange={({ target }) => setName(target.value as TemplateName)}
          className="w-[260px] max-w-full"
          options={templateLabels}
        />
        <div className="flex h-10 items-center">
          <Switch label="Narrow" checked={narrow} onChange={({ target }) => setNarrow(target.checked)} />
        </div>
        <TestEmail key={name} name={name} />
      </div>
      <div ref={watch} className="flex flex-wrap gap-6">
        {failed ? (
          <LoadError title="The previews could not be loaded." onRetry={retry}>
            Check your connection, or reload the page.
          </LoadError>
        ) : (
          (['light', 'dark'] as const).map((theme) => (
            <div key={theme} className="max-w-full">
              {Frame ? <Frame name={name} theme={theme} width={width} logo={logo} /> : loading}
            </div>
          ))
        )}
      </div>
    </Section>
  )
}

function TestEmail({ name }: { name: TemplateName }) {
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
