import { Brand } from '@/components/domain/brand'
import { LinkButton } from '@/components/ui/button'
import { PageTitle } from '@/components/ui/page-header'
import { paths } from '@/lib/paths'

export function NotFoundPage() {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] px-5 py-7 md:px-10">
      <header>
        <Brand to={paths.home} />
      </header>
      <main className="grid place-content-center pb-24">
        <NotFound />
      </main>
    </div>
  )
}

/** Below /dashboard and /admin, beside the sidebar. */
export function NotFound() {
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <PageTitle>Page not found</PageTitle>
      <p className="display border-y border-t-ink border-b-line px-6 pt-4 pb-3 text-[6.5rem] max-md:text-[4.5rem]">
        404
      </p>
      <h1 tabIndex={-1} className="display mt-5 text-2xl outline-none max-md:text-xl">
        Oops! Page not found
      </h1>
      <p className="text-base text-ink-muted">There is nothing at this address.</p>
      <LinkButton to={paths.home} variant="primary" className="mt-4">
        Return to Home
      </LinkButton>
    </div>
  )
}
