import { Brand } from '@/components/brand'
import { useTitle } from '@/components/use-title'
import { paths } from '@/lib/paths'

/** The landing page. Not built yet: it says so. */
export function Component() {
  useTitle('Guildhall')
  return (
    <main className="grid min-h-dvh place-content-center gap-4 px-5 text-center">
      <Brand to={paths.home} className="justify-self-center" />
      <h1 className="display text-2xl">Guildhall</h1>
    </main>
  )
}
