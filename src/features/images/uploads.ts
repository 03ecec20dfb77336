/** Folders of the media folder for users' uploads, and nothing else. */
export const uploadFolders = ['agents', 'qc'] as const
export type UploadFolder = (typeof uploadFolders)[number]

/**
 * The result of an upload: the source under which `Pictures` know it and its size in px, or why it was
 * rejected.
 */
export type UploadResult =
  | { name: string; width: number; height: number }
  | { failed: 'no-picture' | 'no-space' }

/** What features need to accept images from users. */
export type Uploads = {
  /**
   * Renders the image anew and stores it under a random name. Throws a RequestError (503) when too many wait.
   */
  store: (file: Uint8Array, folder: UploadFolder) => Promise<UploadResult>
  /** Deletes a file that no row came to use. */
  discard: (name: string) => Promise<void>
}
