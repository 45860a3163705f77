import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { TextField } from '@/components/form/text-field'
import { UnsavedGuard } from '@/components/form/unsaved-guard'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import type { Profile } from '@/entities/profiles/profile'
import { useUpdateProfile } from '@/entities/profiles/profile'
import { type ProfileInput, profileSchema } from '@/entities/profiles/schemas'

/** Undo overwrites what a refresh would keep. */
const everything = { keepDirtyValues: false }

/** Unsaved input survives a refresh of the profile. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const update = useUpdateProfile()
  const { register, handleSubmit, reset, setFocus, formState } = useForm({
    resolver: zodResolver(profileSchema),
    values: { name: profile.name, phone: profile.phone ?? '' },
    resetOptions: { keepDirtyValues: true },
  })

  function save(input: ProfileInput) {
    update.mutate(input, {
      onSuccess: ({ name, phone }) => {
        reset({ name, phone: phone ?? '' }, everything)
        toastSuccess('Profile Updated', 'Your profile has been updated successfully.')
      },
    })
  }

  return (
    <form noValidate onSubmit={handleSubmit(save)} className="grid content-start gap-[22px]">
      <UnsavedGuard isDirty={formState.isDirty} />
      <TextField
        label="Full name"
        autoComplete="name"
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="Email"
        type="email"
        readOnly
        value={profile.email}
        hint="Email cannot be changed from here"
      />
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel"
        error={formState.errors.phone?.message}
        {...register('phone')}
      />
      <div className="flex gap-2.5">
        <Button
          type="submit"
          variant="primary"
          busy={formState.isSubmitting || update.isPending}
          busyLabel="Saving..."
        >
          Save changes
        </Button>
        <Button
          variant="quiet"
          disabled={!formState.isDirty || update.isPending}
          onClick={() => {
            reset({ name: profile.name, phone: profile.phone ?? '' }, everything)
            // The pressed button is now disabled, which would drop its focus.
            setFocus('name')
          }}
        >
          Undo
        </Button>
      </div>
    </form>
  )
}
