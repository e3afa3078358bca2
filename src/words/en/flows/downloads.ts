// The words of flows/downloads.

export const isDownloaded = (fileName: string): string => `${fileName} is downloaded`
