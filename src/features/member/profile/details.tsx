import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { TextField } from '@/components/form/text-field'
import { UnsavedGuard } from '@/components/form/unsaved-guard'
import { fieldsOf } from '@/components/form/use-zod-form'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Fact } from '@/components/ui/sum'
import { toastSuccess } from '@/components/ui/toast'
import { useUpdateProfile } from '@/entities/profiles/own'
import { membershipStatus, type Profile, useProfile } from '@/entities/profiles/profile'
import { type ProfileInput, profileSchema } from '@/entities/profiles/schemas'
import { MemberCard } from '@/widgets/member-card'

/** Undo also resets what a refresh would keep. */
const everything = { keepDirtyValues: false }

/** Unsaved input survives a refresh of the profile. */
function ProfileForm({ profile }: { profile: Profile }) {
  const update = useUpdateProfile()
  const form = useForm({
    resolver: zodResolver(profileSchema),
    values: { name: profile.name, phone: profile.phone ?? '' },
    resetOptions: { keepDirtyValues: true },
  })
  const { handleSubmit, reset, setFocus, formState } = form
  const field = fieldsOf(form)

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
      <TextField label="Full name" autoComplete="name" {...field('name')} />
      <TextField
        label="Email"
        type="email"
        readOnly
        value={profile.email}
        hint="Email cannot be changed from here"
      />
      <TextField label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
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
            // The pressed button is disabled then, which would drop its focus; reset() forgets the fields.
            setFocus('name')
            reset({ name: profile.name, phone: profile.phone ?? '' }, everything)
          }}
        >
          Undo
        </Button>
      </div>
    </form>
  )
}

export function Details() {
  const profile = useProfile()
  return (
    <QueryState query={profile} pending={<Waiting />} error={{ title: 'Failed to fetch profile' }}>
      {(own) => (
        <div className="grid gap-11 @min-[50rem]:grid-cols-[minmax(0,440px)_minmax(0,440px)] @min-[50rem]:gap-[min(80px,8cqw)]">
          <ProfileForm profile={own} />
          <aside aria-label="Membership">
            <MemberCard profile={own} />
            <dl className="mt-7 max-w-[440px] border-t border-ink max-md:[&>*]:py-3">
              <Fact name="Membership">
                <b className="font-semibold">{membershipStatus(own)}</b>
              </Fact>
              {own.invite_code_used === null ? null : (
                <Fact name="Invite code used">
                  <span translate="no" className="code">
                    {own.invite_code_used}
                  </span>
                </Fact>
              )}
              <Security admin={own.role === 'admin'} />
            </dl>
          </aside>
        </div>
      )}
    </QueryState>
  )
}

function Waiting() {
  return (
    <div className="grid gap-11 @min-[50rem]:grid-cols-[minmax(0,440px)_minmax(0,440px)] @min-[50rem]:gap-[min(80px,8cqw)]">
      <div className="grid content-start gap-[22px]">
        {['name', 'email', 'phone'].map((field) => (
          <div key={field} className="grid gap-1.5">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-10" />
          </div>
        ))}
      </div>
      <MemberCard profile={undefined} />
    </div>
  )
}

const ChangePasswordDialog = lazyDialog(() =>
  import('./change-password-dialog').then((m) => m.ChangePasswordDialog),
)
const DevicesDialog = lazyDialog(() => import('./devices-dialog').then((m) => m.DevicesDialog))
const SecondFactor = lazyDialog(() => import('./second-factor/dialog').then((m) => m.SecondFactorDialog))

export function Security({ admin }: { admin: boolean }) {
  const [opened, setOpened] = useState<'password' | 'factor' | 'devices'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <Fact name="Password">
        <button type="button" className="link" onClick={() => setOpened('password')}>
          Change password
        </button>
      </Fact>
      <Fact name="Second factor">
        <button type="button" className="link" onClick={() => setOpened('factor')}>
          Manage authenticators
        </button>
      </Fact>
      <Fact name="Devices">
        <button type="button" className="link" onClick={() => setOpened('devices')}>
          See where you are signed in
        </button>
      </Fact>
      {opened === 'password' ? (
        <ChangePasswordDialog frame={{ title: 'Change password' }} onClose={close} />
      ) : null}
      {opened === 'factor' ? (
        <SecondFactor frame={{ title: 'Second factor' }} admin={admin} onClose={close} />
      ) : null}
      {opened === 'devices' ? (
        <DevicesDialog frame={{ title: 'Where you are signed in' }} onClose={close} />
      ) : null}
    </>
  )
}
