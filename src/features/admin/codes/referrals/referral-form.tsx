import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog } from '@/components/dialog/dialog'
import { Coin } from '@/components/domain/coin'
import { FormProblem } from '@/components/form/form-problem'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import type { ReferralTerms } from '@/entities/referrals/referral'
import { useSaveReferralTerms } from '@/entities/referrals/terms'
import { referralTermsSchema } from '@/entities/referrals/terms-schema'
import { explainError } from '@/lib/errors'

type Props = { terms: ReferralTerms; onClose: () => void }

export function ReferralForm({ terms, onClose }: Props) {
  const save = useSaveReferralTerms()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm<ReferralTerms>({
    resolver: zodResolver(referralTermsSchema),
    defaultValues: terms,
  })
  const { errors } = formState

  function submit(input: ReferralTerms) {
    save.mutate(input, {
      onSuccess: () => {
        toastSuccess('Success', 'Referral settings saved')
        onClose()
      },
      onError: (error) =>
        setProblem(`The settings were not saved. ${explainError(error) ?? 'Please try again.'}`),
    })
  }

  return (
    <Dialog
      title="Referral settings"
      description="How many colleagues a member can invite in a year of membership, and what both receive."
      onClose={() => save.isPending || onClose()}
      onSubmit={handleSubmit(submit)}
      footer={
        <>
          <FormProblem>{problem}</FormProblem>
          <Button variant="quiet" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save changes
          </Button>
        </>
      }
    >
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label="Invitations a year"
          {...number}
          error={errors.perMember?.message}
          {...register('perMember', { valueAsNumber: true })}
        />
        <TextField
          label="Bonus for each"
          {...number}
          adornment={<Coin className="size-[18px]" />}
          error={errors.bonus?.message}
          {...register('bonus', { valueAsNumber: true })}
        />
      </div>
      <p className="text-ink-muted">
        The bonus comes seven days after the first order of the new member was delivered. Members who joined
        earlier keep what they were promised. A new number of invitations applies at once, also to links that
        are already shared.
      </p>
    </Dialog>
  )
}

const number = { type: 'number', inputMode: 'numeric', min: 0, max: 999, step: 1 } as const
