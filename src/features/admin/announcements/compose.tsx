import { type Block, type Piece, readAnnouncement } from '@send-mail/announcement-text'
import { Bold, Link as LinkIcon, List, UserRound } from 'lucide-react'
import { createElement, Fragment, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { Checkbox } from '@/components/form/checkbox'
import { FormProblem } from '@/components/form/field'
import { ChoiceField, namesById, SelectField } from '@/components/form/select-field'
import { TextArea, TextField } from '@/components/form/text-field'
import { UnsavedGuard } from '@/components/form/unsaved-guard'
import { useZodForm } from '@/components/form/use-zod-form'
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
import { useBenefitNames } from '@/entities/benefits/admin-list'
import { useProfile } from '@/entities/profiles/profile'
import { brand } from '@/lib/brand'

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

/** The form at the left, the previews at the right. */
export function Compose({ onDone }: { onDone: () => void }) {
  const form = useZodForm(announcementSchema, emptyAnnouncement)
  const { field, register, control, handleSubmit, watch, setValue, formState } = form
  const { errors, isDirty } = formState
  const typed = watch()
  const [reviewed, setReviewed] = useState<AnnouncementInput>()
  const test = useSendAnnouncement()
  const benefits = useBenefitNames()
  const text = useRef<HTMLTextAreaElement | null>(null)
  const { ref, ...body } = field('body')

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
            {...field('title')}
          />
          <div className="grid gap-2">
            <TextArea
              label="Text"
              rows={10}
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
            <SelectField
              label="Benefit"
              {...field('benefit')}
              options={{ '': 'Choose one', ...namesById(benefits.data) }}
            />
          ) : null}
          <fieldset>
            <legend className="mb-1.5 text-sm font-semibold">By</legend>
            <div className="flex flex-wrap gap-6">
              <Checkbox showLabel label="Email" {...register('byEmail')} />
              <Checkbox showLabel label="In the app" {...register('inApp')} />
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

/** What a member gets, with the name of whoever writes. */
function Preview({ title, body, byEmail, inApp }: AnnouncementInput) {
  const { data: profile } = useProfile()
  const blocks = readAnnouncement(body, profile?.name ?? 'Tamsin Ferreira')
  return (
    <div className="grid gap-6">
      {byEmail ? (
        <section aria-label="As email">
          <h2 className="mb-2 text-xs text-ink-muted">As email</h2>
          <div className="overflow-hidden rounded border border-line-strong bg-[#fff] text-[#1B1A17] [overflow-wrap:anywhere]">
            <p className="border-b border-[#E6E2D8] bg-[#F4F1E9] px-5 py-3 text-xs text-[#676156]">
              From: {brand.name} <span className="ml-3">Subject: </span>
              <b className="font-semibold text-[#1B1A17]">{title}</b>
            </p>
            <div className="grid gap-4 px-5 py-6 md:px-8">
              <p className="font-serif text-2xl/tight font-medium">{title}</p>
              {createElement(Fragment, null, ...blocks.map(blockOf))}
              <p className="text-xs text-[#676156]">
                You get this email because you are a member of {brand.name}. <u>No more announcements</u>.
                Emails about your orders still come.
              </p>
            </div>
          </div>
        </section>
      ) : null}
      {inApp ? (
        <section aria-label="In the app">
          <h2 className="mb-2 text-xs text-ink-muted">In the app</h2>
          <div className="rounded border border-line-strong bg-surface-raised px-4 py-3.5">
            <p className="font-semibold [overflow-wrap:anywhere]">{title || 'Title'}</p>
            <p className="mt-1 text-xs text-ink-muted">Announcement, now</p>
          </div>
        </section>
      ) : null}
    </div>
  )
}

function blockOf({ isList, lines }: Block) {
  const shown = lines.map((pieces) =>
    createElement(isList ? 'li' : 'span', isList ? null : { className: 'block' }, ...pieces.map(pieceOf)),
  )
  return isList
    ? createElement('ul', { className: 'list-disc pl-5' }, ...shown)
    : createElement('p', null, ...shown)
}

function pieceOf({ text, isBold, href }: Piece) {
  // It can hold the name of the member.
  const shown = <bdi>{text}</bdi>
  if (href) return <u>{shown}</u>
  return isBold ? <b>{shown}</b> : shown
}
