import { RotateCcw } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import { defaultLogo, logoChanged, useUpdateLogo } from '@/entities/branding/branding'
import { LogoAddress } from './logo-address'
import { LogoUpload } from './logo-upload'
import { Section } from './section'

export function ChangeLogo({ isDefault }: { isDefault: boolean }) {
  const restore = useUpdateLogo()
  const handleChanged = () => toastSuccess('Success', logoChanged)
  return (
    <Section title="Change the logo">
      <div className="sheet grid gap-5 p-5 md:p-6">
        <LogoUpload onChanged={handleChanged} />
        <LogoAddress onChanged={handleChanged} />
        {isDefault ? null : (
          <Button
            className="justify-self-start"
            icon={<RotateCcw />}
            busy={restore.isPending}
            busyLabel="Restoring..."
            onClick={() => restore.mutate(defaultLogo, { onSuccess: handleChanged })}
          >
            Restore the default logo
          </Button>
        )}
      </div>
    </Section>
  )
}
