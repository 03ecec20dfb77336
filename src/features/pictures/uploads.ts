/** Folders of the media folder that hold what people uploaded; nothing else lies there. */
export const uploadFolders = ['agents', 'qc'] as const
export type UploadFolder = (typeof uploadFolders)[number]

/** What became of a file: the source by which `Pictures` know it and its size in px, or why there is none. */
export type Stored = { name: string; width: number; height: number } | { failed: 'no-picture' | 'no-space' }

/** What features need to take pictures from people. */
export type Uploads = {
  /** Draws the picture anew and keeps it under a random name. Throws a RequestError (503) when too many wait. */
  store: (file: Uint8Array, folder: UploadFolder) => Promise<Stored>
  /** Takes back what no row came to use. */
  discard: (name: string) => Promise<void>
}
