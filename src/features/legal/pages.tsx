import { type ReactNode, useEffect } from 'react'
import { useMarkSignedIn } from '@/components/public/frame'
import { PageTitle } from '@/components/ui/page-header'
import { useSession } from '@/entities/session/session'
import { showPublicSettings } from '@/widgets/public-settings/show-settings'
import { Contact, Privacy, Terms } from './documents'

/** Visitors get the prerendered page. */
function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  useMarkSignedIn(useSession().status === 'signed-in')
  useEffect(() => void showPublicSettings(document), [])
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {children}
    </>
  )
}

export function TermsPage() {
  return (
    <LegalPage title="Terms">
      <Terms />
    </LegalPage>
  )
}

export function PrivacyPage() {
  return (
    <LegalPage title="Privacy">
      <Privacy />
    </LegalPage>
  )
}

export function ContactPage() {
  return (
    <LegalPage title="Contact">
      <Contact />
    </LegalPage>
  )
}
