import { Brand } from '@/components/brand'
import { useTitle } from '@/components/use-title'
import { paths } from '@/lib/paths'

/** Sign-in and registration. Not built yet: it says so. */
export function Component() {
  useTitle('Sign In')
  return (
    <main className="grid min-h-dvh place-content-center gap-4 px-5 text-center">
      <Brand to={paths.home} className="justify-self-center" />
      <h1 className="display text-2xl">Sign In</h1>
      <p className="text-base text-ink-muted">This page is not open yet.</p>
    </main>
  )
}
