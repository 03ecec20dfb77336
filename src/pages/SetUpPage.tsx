import { LayoutDashboard, ShieldCheck, Users } from 'lucide-react'
import { secrets, useMailedSecret } from '#features/auth/web/mailed-secret.ts'
import { SetUpForm } from '#features/auth/web/SetUpForm.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { AccountSheet } from './account/AccountSheet.tsx'
import { Docket } from './account/Docket.tsx'
import { InvalidLink } from './account/InvalidLink.tsx'

const first = [
  { Icon: LayoutDashboard, title: 'The dashboard', text: 'Products, agents, reviews and people' },
  { Icon: Users, title: 'Other admins', text: 'Made by this one, under All Users' },
  { Icon: ShieldCheck, title: 'This link', text: 'Works once, and only while there is no admin' },
]
const lead = 'Start the server again: while there is no admin, it prints a new link.'

/** Makes the first admin, by the link that the server printed at its start. */
export default function SetUpPage() {
  const link = useMailedSecret(secrets.setUp)
  const isInvalid = link.secret === 'missing' || link.secret === 'refused'
  return (
    <>
      <PageHead title="Set up" description="Create the first admin of this site." isIndexed={false} />
      {isInvalid ? (
        <InvalidLink title="Invalid set-up link." lead={lead} takesFocus={link.secret === 'refused'} />
      ) : (
        <AccountSheet
          title="Create the first admin"
          lead="Whoever opens this account can change everything on the site."
          object={<Docket title="What it opens" lines={first} />}
        >
          <SetUpForm {...link} />
        </AccountSheet>
      )}
    </>
  )
}
