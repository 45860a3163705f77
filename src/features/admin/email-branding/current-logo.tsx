import { CircleCheck, ExternalLink, ImageOff, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TextField } from '@/components/form/text-field'
import { Button, buttonStyle } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import {
  defaultLogo,
  emailLogoChanged,
  emailLogoUrl,
  type Logo,
  useLogoProblem,
  useUpdateEmailLogo,
} from '@/entities/branding/branding'
import { brand } from '@/lib/brand'
import { formatDate } from '@/lib/format'
import { isPictureAddress } from '@/lib/picture-address'
import { CopyButton, Section } from './section'

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
          <ExternalLink />
        </a>
      </div>
      <div role="status" className="mt-5">
        {upToDate ? (
          <p className="flex gap-2 text-ink-2">
            <CircleCheck className="mt-px text-positive" />
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

function EmailFrame({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded border border-line-strong bg-[#fff] text-[#1B1A17]">
      <p className="border-b border-[#E6E2D8] bg-[#F4F1E9] px-5 py-3 text-xs text-[#676156]">
        From: {brand.name}
      </p>
      <div className="px-5 py-6 md:px-10 md:pt-9 md:pb-8">
        {children}
        <div
          aria-hidden="true"
          className="mt-4 grid gap-3 [&>i]:block [&>i]:h-2 [&>i]:rounded-sm [&>i]:bg-[#ECE8DE]"
        >
          <i className="w-[64%]" />
          <i className="w-[92%]" />
          <i className="w-[86%]" />
          <i className="w-[40%]" />
        </div>
      </div>
    </div>
  )
}

type LogoPreviewProps = { url: string; name?: string }

function LogoPreview({ url, name = 'Email logo' }: LogoPreviewProps) {
  const [failed, setFailed] = useState(!isPictureAddress(url))
  return failed ? (
    <div
      role="img"
      aria-label="Placeholder: the logo cannot be loaded"
      className="flex h-15 max-w-72 items-center gap-3 rounded-md border border-dashed border-[#8A8375] px-4 text-[#676156]"
    >
      <ImageOff />
      The logo cannot be loaded
    </div>
  ) : (
    <img
      src={url}
      alt={name}
      onError={() => setFailed(true)}
      className="h-15 w-auto max-w-full object-contain object-left"
    />
  )
}

type EmailsOutdatedProps = { logo: Logo; busy: boolean; onUpdate: () => void }

function EmailsOutdated({ logo: { url, emailLogo }, busy, onUpdate }: EmailsOutdatedProps) {
  const { data: problem } = useLogoProblem(url)
  const fallback = emailLogo
    ? 'Emails still use the previous logo'
    : `Emails show the name ${brand.name} instead of a picture`

  return (
    <div className="grid gap-4">
      <div className="flex gap-3 rounded bg-warning-soft px-4 py-3.5">
        <TriangleAlert className="mt-px text-warning" />
        <div className="grid min-w-0 justify-items-start gap-2.5">
          {problem ? (
            <p>
              <b className="font-semibold">{fallback}.</b> This picture cannot be used in emails. {problem}{' '}
              Upload the file instead.
            </p>
          ) : (
            <p>
              <b className="font-semibold">
                <span>{`${emailLogo ? 'Emails may still use the previous logo' : fallback} until you use this one.`}</span>
              </b>
            </p>
          )}
          {problem === null ? (
            <Button size="sm" busy={busy} busyLabel="Updating..." onClick={onUpdate}>
              {url === defaultLogo ? 'Use the default logo in emails' : 'Use this logo in emails'}
            </Button>
          ) : null}
        </div>
      </div>
      <h3 className="font-semibold">Logo in emails</h3>
      <EmailFrame>
        {emailLogo ? (
          <LogoPreview key={emailLogo.since} url={emailLogoUrl(emailLogo.since)} name="The logo in emails" />
        ) : (
          <p className="flex h-15 items-center font-serif text-2xl font-semibold text-[#0f5c46]">
            {brand.name}
          </p>
        )}
      </EmailFrame>
    </div>
  )
}
