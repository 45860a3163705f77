import { useEffect } from 'react'
import { useSignedInMark } from '@/components/public/signed-in-mark'
import { PageTitle } from '@/components/ui/page-title'
import { useSession } from '@/entities/session/session'
import { Landing } from './landing'
import { loadLaunchSpots } from './launch-spots'

export function LandingPage() {
  useSignedInMark(useSession().status === 'signed-in')
  useEffect(() => void loadLaunchSpots(document), [])
  return (
    <>
      <PageTitle>An invite-only membership</PageTitle>
      <Landing />
    </>
  )
}
