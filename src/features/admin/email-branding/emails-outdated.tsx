import { TriangleAlert } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { defaultLogo, emailLogoUrl, type Logo, useLogoProblem } from '@/entities/branding/branding'
import { brand } from '@/lib/brand'
import { EmailFrame } from './email-frame'
import { LogoPreview } from './logo-preview'

type Props = { logo: Logo; busy: boolean; onUpdate: () => void }

export function EmailsOutdated({ logo: { url, emailLogo }, busy, onUpdate }: Props) {
  const { data: problem } = useLogoProblem(url)
  const fallback = emailLogo
    ? 'Emails still use the previous logo'
    : `Emails show the name ${brand.name} instead of a picture`

  return (
    <div className="grid gap-4">
      <div className="flex gap-3 rounded bg-warning-soft px-4 py-3.5">
        <TriangleAlert aria-hidden="true" className="mt-px text-warning" />
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
