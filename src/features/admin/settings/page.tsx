import { Stamp } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { TextField } from '@/components/form/text-field'
import { QueryState } from '@/components/list/query-state'
import { LinkButton } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { usePublicSettings } from '@/entities/settings/public'
import { type Settings, useSettings, useTokenPacks } from '@/entities/settings/settings'
import { brand } from '@/lib/brand'
import { whenInDocument } from '@/lib/frame'
import { paths } from '@/lib/paths'
import { Packs } from './packs'
import { Payments } from './payments'
import { idOf, Section, SectionFooter } from './section'
import { contactField, invitationFields, membershipFields, orderFields } from './sections'
import { Security } from './security'
import { SettingsForm } from './settings-form'

const titles = ['Club', 'Membership', 'Payments', 'Tokens', 'Orders', 'Invitations', 'Security', 'Emails']

export function SettingsPage() {
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle="Each section is saved by itself. Changes are written to Activity."
      />
      <QueryState
        query={useSettings()}
        pending={<Skeleton className="h-[600px]" />}
        error={{ title: 'The settings could not be loaded.', safe: 'Nothing was changed.' }}
      >
        {(settings) => (
          <div className="grid gap-x-10 @min-[68.75rem]:grid-cols-[150px_minmax(0,1fr)]">
            <nav aria-label="Sections" className="border-t border-ink pt-3 @max-[68.75rem]:hidden">
              {titles.map((title) => (
                <a key={title} href={`#${idOf(title)}`} className="block py-1.5 text-ink-2 hover:text-ink">
                  {title}
                </a>
              ))}
            </nav>
            <div className="@container grid min-w-0 gap-y-11">
              <Sections settings={settings} />
            </div>
          </div>
        )}
      </QueryState>
    </>
  )
}

function Sections({ settings }: { settings: Settings }) {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) void whenInDocument(() => document.getElementById(hash.slice(1))?.scrollIntoView())
  }, [hash])
  const { data: publicSettings } = usePublicSettings()
  const packs = useTokenPacks()
  const places = publicSettings
    ? `${publicSettings.launch_places - publicSettings.launch_places_left} of ${publicSettings.launch_places} taken.`
    : ''
  return (
    <>
      <SettingsForm
        title="Club"
        intro="Where questions go. Name, texts and colours are part of the code."
        settings={settings}
        fields={[contactField(brand.contactEmail)]}
        scope={
          <>
            <b className="font-semibold">For everybody:</b> the pages Contact and Privacy, at once.
          </>
        }
      />
      <SettingsForm
        title="Membership"
        intro="What a year costs, and for how many people the launch price is."
        settings={settings}
        fields={membershipFields.map((field) =>
          field.key === 'launch_places' ? { ...field, hint: places } : field,
        )}
        scope={
          <>
            <b className="font-semibold">For new members and renewals.</b> Memberships already paid keep price
            and end.
          </>
        }
      />
      <Payments settings={settings} />
      <QueryState
        query={packs}
        pending={<Skeleton className="h-24" />}
        error={{ title: 'The token packs could not be loaded.', safe: 'Nothing was changed.' }}
      >
        {(stored) => <Packs stored={stored} />}
      </QueryState>
      <SettingsForm
        title="Orders"
        intro="What a member gets back when a delivery by hand is late."
        settings={settings}
        fields={orderFields}
        scope={
          <>
            <b className="font-semibold">For orders placed from now on.</b> Earlier ones keep what was agreed
            then.
          </>
        }
      />
      <SettingsForm
        title="Invitations"
        intro="What members can give, and what comes back."
        settings={settings}
        fields={invitationFields}
        aside={
          <TextField
            label="Join bonus"
            hint="Set by the sign-up page."
            value={`${brand.signupTokens} tokens`}
            readOnly
          />
        }
        scope={
          <>
            <b className="font-semibold">For people who join from now on.</b> The number of invitations
            applies at once, also to links that are already shared.
          </>
        }
      />
      <Security settings={settings} />
      <Section title="Emails" intro="Their logo and looks are in Email Branding.">
        <SectionFooter note="The sender is set on the server; whether emails leave is on the Overview, under System status.">
          <LinkButton to={paths.adminEmailBranding} icon={<Stamp />}>
            Email Branding
          </LinkButton>
        </SectionFooter>
      </Section>
    </>
  )
}
