import { useEffect } from 'react'
import { useMarkSignedIn } from '@/components/public/frame'
import { PageTitle } from '@/components/ui/page-header'
import { useSession } from '@/entities/session/session'
import { showPublicSettings } from '@/widgets/public-settings/show-settings'
import { Landing } from './landing'

export function LandingPage() {
  useMarkSignedIn(useSession().status === 'signed-in')
  useEffect(() => void showPublicSettings(document), [])
  return (
    <>
      <PageTitle>An invite-only membership</PageTitle>
      <Landing />
    </>
  )
}
