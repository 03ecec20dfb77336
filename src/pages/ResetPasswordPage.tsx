import { PageHead } from '#features/site/web/PageHead.tsx'

/** §2 Reset-password screen: its secret comes in the address of a mailed link. */
export default function ResetPasswordPage() {
  return (
    <>
      <PageHead title="Reset Password" description="Set a new password." isIndexed={false} />
      <h1>Reset Password</h1>
    </>
  )
}
