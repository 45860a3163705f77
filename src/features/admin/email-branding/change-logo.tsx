import { toastSuccess } from '@/components/ui/toast'
import { logoChanged } from '@/entities/branding/messages'
import { LogoAddress } from './logo-address'
import { LogoUpload } from './logo-upload'
import { Section } from './section'

export function ChangeLogo() {
  const handleChanged = () => toastSuccess('Success', logoChanged)
  return (
    <Section title="Change the logo">
      <div className="sheet grid gap-5 p-5 md:p-6">
        <LogoUpload onChanged={handleChanged} />
        <LogoAddress onChanged={handleChanged} />
      </div>
    </Section>
  )
}
