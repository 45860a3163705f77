import { useSignedInMark } from '@/components/public/signed-in-mark'
import { useTitle } from '@/components/ui/use-title'
import { useSession } from '@/entities/session/session'
import { Terms } from './terms'

/** /terms inside the app; a visitor gets the prerendered page. */
export function TermsPage() {
  useTitle('Terms')
  useSignedInMark(useSession().status === 'signed-in')
  return <Terms />
}
