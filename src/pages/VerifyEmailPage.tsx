import { PageHead } from '#features/site/web/PageHead.tsx'

/** §2 Verify Email: one button. */
export default function VerifyEmailPage() {
  return (
    <>
      <PageHead title="Verify Email" description="Verify your email address." isIndexed={false} />
      <h1>Verify Email</h1>
    </>
  )
}
