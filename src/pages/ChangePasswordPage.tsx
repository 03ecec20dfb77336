import { PageHead } from '#features/site/web/PageHead.tsx'

/** §6: any signed-in person changes the password here. */
export default function ChangePasswordPage() {
  return (
    <>
      <PageHead title="Change Password" description="Set a new password." isIndexed={false} />
      <h1>Change Password</h1>
    </>
  )
}
