import { KeyRound } from 'lucide-react'
import { useContext, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { Dialog, LeaveContext, SubmitButtons } from '@/components/dialog/dialog'
import { Coin } from '@/components/domain/token-amount'
import { changedSinceMessage } from '@/components/form/changed-since-message'
import { Switch } from '@/components/form/checkbox'
import { FormProblem } from '@/components/form/field'
import { NumberField, TextArea, TextField } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { InlineAlert } from '@/components/ui/inline-alert'
import { toastSuccess } from '@/components/ui/toast'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import {
  benefitFields,
  benefitToInput,
  changedFields,
  useChangeBenefit,
  useCreateBenefit,
} from '@/entities/benefits/admin-mutations'
import { benefitCreated, benefitErrorMessage, benefitUpdated } from '@/entities/benefits/messages'
import { type BenefitInput, benefitSchema, newBenefit } from '@/entities/benefits/schemas'
import { wholeNumberField } from '@/entities/shared/schemas'
import { type Changed, ConflictError } from '@/entities/shared/write-errors'
import { adminPaths } from '@/lib/admin-paths'
import { formatCount } from '@/lib/format'
import { isPlainClick } from '@/lib/keys'
import { MethodField } from './method-field'
import { PictureInput, usePictureUpload } from './picture-input'

type Props = { benefit?: AdminBenefit; onClose: () => void }

/** The specified five fields; a new benefit is also given its delivery. The rest is on the page of the benefit (D69). */
export function BenefitDialog({ benefit, onClose }: Props) {
  const form = useZodForm(benefitSchema, benefit ? benefitToInput(benefit) : newBenefit)
  const { field, register, handleSubmit, setValue, control, formState } = form
  const { errors, isDirty } = formState
  const picture = usePictureUpload((address) =>
    setValue('image_url', address, { shouldValidate: true, shouldDirty: true }),
  )
  const navigate = useNavigate()
  const { save, saving } = useSaveBenefit(benefit, form, (createdId) => {
    onClose()
    // Its keys, link or file come next: nobody can order it before.
    if (createdId) navigate(`${adminPaths.benefitOf(createdId)}?tab=delivery`)
  })
  const { field: method } = useController({ control, name: 'delivery_method' })
  const busy = formState.isSubmitting || saving

  function submit(input: BenefitInput) {
    picture.keep(input.image_url)
    save(input)
  }

  return (
    <Dialog
      title={benefit ? 'Edit Benefit' : 'Create New Benefit'}
      isDirty={isDirty || picture.uploading}
      busy={busy}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      footer={
        <SubmitButtons disabled={picture.uploading} busy={busy} busyLabel="Saving...">
          {benefit ? 'Save changes' : 'Create benefit'}
        </SubmitButtons>
      }
    >
      <TextField label="Name" {...field('name')} />
      <TextArea label="Description" rows={3} {...field('description')} />
      <div className="grid items-start gap-4 min-[480px]:grid-cols-2">
        <NumberField
          label="Token Value"
          adornment={<Coin className="size-[18px]" />}
          hint={benefit ? 'Orders already placed keep their price.' : '1 or more.'}
          {...field('token_value', wholeNumberField)}
        />
        <PictureInput picture={picture} {...field('image_url')} />
      </div>
      {benefit ? null : (
        <>
          <MethodField {...method} />
          {method.value === 'manual' ? null : (
            <InlineAlert icon={<KeyRound />} title={nextStep[method.value].title}>
              <p>{nextStep[method.value].text}</p>
            </InlineAlert>
          )}
        </>
      )}
      <Switch label="Active" hint="Members see and redeem active benefits only." {...register('is_active')} />
      {benefit ? <ToPage to={adminPaths.benefitOf(benefit.id)} /> : null}
      <FormProblem>{errors.root?.message}</FormProblem>
    </Dialog>
  )
}

const until = 'on the next page. Until then members read: sold out.'
const nextStep = {
  key: { title: 'It cannot be ordered before its first keys are in.', text: `They are imported ${until}` },
  link: { title: 'It cannot be ordered before it has a link.', text: `It is entered ${until}` },
  file: { title: 'It cannot be ordered before it has a file.', text: `It is uploaded ${until}` },
}

/** Asks before it leaves what was typed. */
function ToPage({ to }: { to: string }) {
  const leave = useContext(LeaveContext)
  const navigate = useNavigate()
  return (
    <Link
      to={to}
      className="link justify-self-start"
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        leave(() => navigate(to))
      }}
    >
      Delivery, availability and everything else
    </Link>
  )
}

function useSaveBenefit(
  benefit: AdminBenefit | undefined,
  form: UseFormReturn<BenefitInput>,
  onDone: (createdId?: string) => void,
) {
  const create = useCreateBenefit()
  const change = useChangeBenefit()
  const [opened, setOpened] = useState(benefit)
  const [newId] = useState(() => crypto.randomUUID())

  function showError(error: unknown, mine: object) {
    if (error instanceof ConflictError && error.changed) showChanges(error.changed, mine)
    else form.setError('root', { message: benefitErrorMessage(error) })
  }

  function saved(message: string, createdId?: string) {
    toastSuccess('Success', message)
    onDone(createdId)
  }

  /** Unchanged fields take the other admin's values; conflicting ones show an error. */
  function showChanges(
    { current: now, fields }: Changed<AdminBenefit, (typeof benefitFields)[number]>,
    mine: object,
  ) {
    setOpened(now)
    const row = benefitToInput(now)
    for (const field of benefitFields) if (!(field in mine)) form.setValue(field, row[field])
    for (const [index, field] of fields.entries()) {
      const value = field === 'token_value' ? formatCount(now.token_value, 'token') : String(now[field] ?? '')
      form.setError(field, { message: changedSinceMessage(value) }, { shouldFocus: index === 0 })
    }
  }

  function save(input: BenefitInput) {
    if (!opened) {
      return create.mutate(
        { id: newId, input },
        {
          onSuccess: () => saved(benefitCreated, input.delivery_method === 'manual' ? undefined : newId),
          onError: (error) => showError(error, {}),
        },
      )
    }
    const changes = changedFields(opened, input)
    if (Object.keys(changes).length === 0) return onDone()
    change.mutate(
      { opened, changes },
      {
        onSuccess: () => saved(benefitUpdated),
        onError: (error) => showError(error, changes),
      },
    )
  }

  return { save, saving: create.isPending || change.isPending }
}
