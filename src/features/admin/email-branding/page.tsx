import { useState } from 'react'
import { QueryState } from '@/components/list/query-state'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { defaultLogo, emailLogoUrl, fullUrl, useLogo } from '@/entities/branding/branding'
import { ChangeLogo } from './change-logo'
import { CurrentLogo } from './current-logo'
import { Previews } from './previews/previews'
import { Notes, Usage } from './usage'

export function EmailBrandingPage() {
  const logo = useLogo()
  const [typed, setTyped] = useState<string>()
  const since = logo.data?.emailLogo?.since
  return (
    <>
      <PageHeader
        title="Email Branding"
        subtitle="The logo used in emails, how to use it in your own templates, and a preview of every email."
      />
      <QueryState
        query={logo}
        pending={<Waiting />}
        error={{ title: 'The logo could not be loaded.', safe: 'Nothing was changed.' }}
      >
        {(current) => (
          <div className="grid gap-x-14 gap-y-11 @min-[50rem]:grid-cols-2">
            <CurrentLogo logo={current} url={fullUrl(current.url)} />
            <ChangeLogo isDefault={current.url === defaultLogo} onTyped={setTyped} />
          </div>
        )}
      </QueryState>
      <div className="mt-11">
        <Previews logo={typed ?? (since && emailLogoUrl(since))} />
      </div>
      {logo.data ? (
        <div className="mt-11 grid gap-x-14 gap-y-11 @min-[50rem]:grid-cols-2">
          <Usage url={fullUrl(logo.data.url)} />
          <Notes />
        </div>
      ) : null}
    </>
  )
}

function Waiting() {
  return (
    <div className="grid gap-x-14 gap-y-11 @min-[50rem]:grid-cols-2">
      <Skeleton className="h-[330px]" />
      <Skeleton className="h-[330px]" />
    </div>
  )
}
