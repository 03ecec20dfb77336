import { useSuspenseQuery } from '@tanstack/react-query'
import { siteName } from '#shared/site.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { settingsQuery } from './queries.ts'

type PageHeadProps = {
  title: string
  description: string
  /** The page's canonical path; none for a page without one. */
  path?: string
  image?: string | undefined
  imageAlt?: string | undefined
  /** In px, so that a chat can reserve its space before it is loaded. */
  imageSize?: { width: number; height: number } | undefined
  /** False keeps the page out of search engines. */
  isIndexed?: boolean
}

/** Title, description and link-preview tags of a page; React puts them into the head on both sides. */
export function PageHead({ title, description, path, isIndexed = true, ...preview }: PageHeadProps) {
  const { image, imageAlt, imageSize } = preview
  const { publicUrl } = useSuspenseQuery(settingsQuery(useApiClient())).data.data
  const canonicalUrl = isIndexed && path !== undefined ? publicUrl + path : undefined
  const fullTitle = `${title} · ${siteName}`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {canonicalUrl && <link rel="canonical" href={canonicalUrl} />}
      {!isIndexed && <meta name="robots" content="noindex" />}
      <meta property="og:site_name" content={siteName} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {canonicalUrl && <meta property="og:url" content={canonicalUrl} />}
      {image && <meta property="og:image" content={publicUrl + image.replace(/#.*/, '')} />}
      {image && imageAlt && <meta property="og:image:alt" content={imageAlt} />}
      {image && imageSize && <meta property="og:image:width" content={String(imageSize.width)} />}
      {image && imageSize && <meta property="og:image:height" content={String(imageSize.height)} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  )
}
