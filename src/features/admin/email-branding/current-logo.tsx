import { CircleCheck, ExternalLink } from 'lucide-react'
import { TextField } from '@/components/form/text-field'
import { buttonStyle } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import type { Logo } from '@/entities/branding/branding'
import { emailLogoChanged, useUpdateEmailLogo } from '@/entities/branding/branding'
import { formatDate } from '@/lib/format'
import { isPictureAddress } from '@/lib/picture-address'
import { CopyButton } from './copy-button'
import { EmailFrame } from './email-frame'
import { EmailsOutdated } from './emails-outdated'
import { LogoPreview } from './logo-preview'
import { Section } from './section'

type Props = { logo: Logo; url: string }

export function CurrentLogo({ logo, url }: Props) {
  const upToDate = logo.emailLogo?.url === logo.url
  // Not in EmailsOutdated, which unmounts on success, before the toast.
  const update = useUpdateEmailLogo()
  const onUpdate = () =>
    update.mutate(logo.url, { onSuccess: () => toastSuccess('Success', emailLogoChanged) })
  const preview = <LogoPreview key={url} url={url} />
  return (
    <Section title="Current logo" aside={<p className="text-xs text-ink-muted">{origin(logo)}</p>}>
      {upToDate ? (
        <EmailFrame>{preview}</EmailFrame>
      ) : (
        <div className="rounded border border-line-strong bg-[#fff] px-5 py-6 text-[#1B1A17] md:px-10">
          {preview}
        </div>
      )}
      <div className="mt-5 flex items-end gap-2.5">
        <TextField label="Full URL" readOnly value={url} className="min-w-0 flex-1" />
        <CopyButton text={url} done="URL copied to clipboard" label="Copy URL" iconOnly />
        <a
          href={isPictureAddress(url) ? url : undefined}
          target="_blank"
          rel="noreferrer"
          aria-label="Open in new tab"
          title="Open in new tab"
          className={buttonStyle({ className: 'w-10 flex-none !px-0 max-md:w-11' })}
        >
          <ExternalLink aria-hidden="true" />
        </a>
      </div>
      <div role="status" className="mt-5">
        {upToDate ? (
          <p className="flex gap-2 text-ink-2">
            <CircleCheck aria-hidden="true" className="mt-px text-positive" />
            Emails use this logo.
          </p>
        ) : (
          <EmailsOutdated logo={logo} busy={update.isPending} onUpdate={onUpdate} />
        )}
      </div>
    </Section>
  )
}

function origin({ updated_at, updated_by }: Logo): string {
  if (updated_at === undefined) return 'The default logo'
  return `Updated ${formatDate(updated_at)}${updated_by === undefined ? '' : ` by ${updated_by}`}`
}
