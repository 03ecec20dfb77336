import { PageHead } from '#features/site/web/PageHead.tsx'

/** §2 /login. */
export default function LoginPage() {
  return (
    <>
      <PageHead title="Welcome back" description="Sign in to your account." isIndexed={false} />
      <h1>Welcome back</h1>
    </>
  )
}
