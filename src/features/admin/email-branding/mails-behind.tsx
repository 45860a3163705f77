import { TriangleAlert } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { defaultLogo, type Logo, useLogoProblem } from '@/entities/branding/branding'
import { emailLogoUrl } from '@/entities/branding/email-logo'
import { brand } from '@/lib/brand'
import { LogoPreview } from './logo-preview'
import { MailFrame } from './mail-frame'

type Props = { logo: Logo; busy: boolean; onGive: () => void }

export function MailsBehind({ logo: { url, inEmails }, busy, onGive }: Props) {
  const { data: obstacle } = useLogoProblem(url)
  const instead = inEmails
    ? 'Emails still use the previous logo'
    : `Emails show the name ${brand.name} instead of a picture`

  return (
    <div className="grid gap-4">
      <div className="flex gap-3 rounded bg-warning-soft px-4 py-3.5">
        <TriangleAlert aria-hidden="true" className="mt-px text-warning" />
        <div className="grid min-w-0 justify-items-start gap-2.5">
          {obstacle ? (
            <p>
              <b className="font-semibold">{instead}.</b> This picture cannot be used in emails. {obstacle}{' '}
              Upload the file instead.
            </p>
          ) : (
            <p>
              <b className="font-semibold">
                {inEmails ? 'Emails may still use the previous logo' : instead} until you use this one.
              </b>
            </p>
          )}
          {obstacle === null ? (
            <Button size="sm" busy={busy} busyLabel="Updating..." onClick={onGive}>
              {url === defaultLogo ? 'Use the default logo in emails' : 'Use this logo in emails'}
            </Button>
          ) : null}
        </div>
      </div>
      <h3 className="font-semibold">Logo in emails</h3>
      <MailFrame>
        {inEmails ? (
          <LogoPreview key={inEmails.since} url={emailLogoUrl(inEmails.since)} name="The logo in emails" />
        ) : (
          <p className="flex h-15 items-center font-serif text-2xl font-semibold text-[#0f5c46]">
            {brand.name}
          </p>
        )}
      </MailFrame>
    </div>
  )
}
