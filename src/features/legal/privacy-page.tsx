import { useSignedInMark } from '@/components/public/signed-in-mark'
import { useTitle } from '@/components/ui/use-title'
import { useSession } from '@/entities/session/session'
import { Privacy } from './privacy'

/** /privacy inside the app; a visitor gets the prerendered page. */
export function PrivacyPage() {
  useTitle('Privacy')
  useSignedInMark(useSession().status === 'signed-in')
  return <Privacy />
}
