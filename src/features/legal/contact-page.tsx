import { useSignedInMark } from '@/components/public/signed-in-mark'
import { useTitle } from '@/components/ui/use-title'
import { useSession } from '@/entities/session/session'
import { Contact } from './contact'

/** /contact inside the app; a visitor gets the prerendered page. */
export function ContactPage() {
  useTitle('Contact')
  useSignedInMark(useSession().status === 'signed-in')
  return <Contact />
}
