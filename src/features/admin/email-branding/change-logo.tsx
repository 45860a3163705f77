import { toastSuccess } from '@/components/ui/toast'
import { LogoAddress } from './logo-address'
import { LogoUpload } from './logo-upload'
import { Section } from './section'

export function ChangeLogo() {
  const changed = () => toastSuccess('Success', 'Email branding logo URL has been updated')
  return (
    <Section title="Change the logo">
      <div className="sheet grid gap-5 p-5 md:p-6">
        <LogoUpload onChanged={changed} />
        <LogoAddress onChanged={changed} />
      </div>
    </Section>
  )
}
