import { zodResolver } from '@hookform/resolvers/zod'
import { Bold, Link as LinkIcon, List, UserRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { Checkbox } from '@/components/form/checkbox'
import { FormProblem } from '@/components/form/field'
import { ChoiceField, SelectField } from '@/components/form/select-field'
import { TextArea, TextField } from '@/components/form/text-field'
import { UnsavedGuard } from '@/components/form/unsaved-guard'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { toastSuccess } from '@/components/ui/toast'
import {
  type AnnouncementInput,
  announcementProblem,
  announcementSchema,
  audienceLabels,
  audiences,
  emptyAnnouncement,
  useSendAnnouncement,
} from '@/entities/announcements/announcements'
import { useBenefitNames } from '@/entities/benefits/admin-names'
import { Preview } from './preview'

const ReviewDialog = lazyDialog(() => import('./review-dialog').then((m) => m.ReviewDialog))

const hints = {
  members: 'Everybody with a running membership',
  ending: 'Whose membership ends in the next 30 days',
  benefit: 'Everybody with an order of it that was not cancelled',
  admins: 'Everybody with the role admin',
}
const marks = [
  { label: 'Bold', Icon: Bold, before: '**', after: '**' },
  { label: 'List', Icon: List, before: '\n\n- ', after: '' },
  { label: 'Link', Icon: LinkIcon, before: '[', after: '](/dashboard/benefits)' },
  { label: 'Name of the member', Icon: UserRound, before: '{name}', after: '' },
]

/** Left the writing, right what people get. */
export function Compose({ onDone }: { onDone: () => void }) {
  const form = useForm<AnnouncementInput>({
    resolver: zodResolver(announcementSchema),
    defaultValues: emptyAnnouncement,
  })
  const { register, control, handleSubmit, watch, setValue, formState } = form
  const { errors, isDirty } = formState
  const typed = watch()
  const [reviewed, setReviewed] = useState<AnnouncementInput>()
  const test = useSendAnnouncement()
  const benefits = useBenefitNames()
  const text = useRef<HTMLTextAreaElement | null>(null)
  const { ref, ...body } = register('body')

  function mark(before: string, after: string) {
    const area = text.current
    if (!area) return
    const { selectionStart: start, selectionEnd: end, value } = area
    setValue('body', value.slice(0, start) + before + value.slice(start, end) + after + value.slice(end), {
      shouldDirty: true,
    })
    area.focus()
    area.setSelectionRange(start + before.length, end + before.length)
  }

  const sendTest = handleSubmit((input) =>
    test.mutate(
      { ...input, id: crypto.randomUUID(), expected: null, at: null, isTest: true },
      { onSuccess: () => toastSuccess('Success', 'The test is on its way to you.') },
    ),
  )

  return (
    <>
      <UnsavedGuard isDirty={isDirty} param="new" />
      <PageHeader
        title="New announcement"
        subtitle="Subject, text and audience; nothing is sent before you have seen who gets it."
        actions={
          <>
            <Button variant="quiet" onClick={onDone}>
              Cancel
            </Button>
            <Button busy={test.isPending} busyLabel="Sending..." onClick={sendTest}>
              Send test to me
            </Button>
            <Button variant="primary" onClick={handleSubmit(setReviewed)}>
              Review and send
            </Button>
          </>
        }
      />
      <FormProblem>{test.error ? announcementProblem(test.error) : undefined}</FormProblem>
      <div className="grid items-start gap-x-12 gap-y-8 @min-[56.25rem]:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <form noValidate className="grid gap-6" onSubmit={handleSubmit(setReviewed)}>
          <TextField
            label="Title"
            hint="Subject of the email and first line of the notification."
            error={errors.title?.message}
            {...register('title')}
          />
          <div className="grid gap-2">
            <TextArea
              label="Text"
              rows={10}
              error={errors.body?.message}
              {...body}
              ref={(area) => {
                ref(area)
                text.current = area
              }}
            />
            <fieldset aria-label="Insert into the text" className="flex flex-wrap gap-2">
              {marks.map(({ label, Icon, before, after }) => (
                <Button
                  key={label}
                  size="sm"
                  variant="quiet"
                  icon={<Icon />}
                  onClick={() => mark(before, after)}
                >
                  {label}
                </Button>
              ))}
            </fieldset>
          </div>
          <Controller
            control={control}
            name="audience"
            render={({ field }) => (
              <ChoiceField
                label="To"
                choices={audiences.map((value) => ({
                  value,
                  label: audienceLabels[value],
                  hint: hints[value],
                }))}
                {...field}
              />
            )}
          />
          {typed.audience === 'benefit' ? (
            <SelectField label="Benefit" error={errors.benefit?.message} {...register('benefit')}>
              <option value="">Choose one</option>
              {benefits.data?.map(({ id, name }) => (
                <option key={id} value={id} dir="auto">
                  {name}
                </option>
              ))}
            </SelectField>
          ) : null}
          <fieldset>
            <legend className="mb-1.5 text-sm font-semibold">By</legend>
            <div className="flex flex-wrap gap-6">
              <Checkbox shown label="Email" {...register('byEmail')} />
              <Checkbox shown label="In the app" {...register('inApp')} />
            </div>
            <FormProblem>{errors.inApp?.message}</FormProblem>
          </fieldset>
        </form>
        <Preview {...typed} />
      </div>
      {reviewed ? (
        <ReviewDialog
          frame={{ title: 'Review and send' }}
          input={reviewed}
          onClose={() => setReviewed(undefined)}
          onSent={onDone}
        />
      ) : null}
    </>
  )
}
