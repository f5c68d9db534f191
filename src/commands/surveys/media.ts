import { command, group } from '../../cli/command.ts'
import { mediaTypes, optionImageFormats, uploadMedia, uploadOptionImage } from '../../contract/surveys/media.ts'
import { guessType } from '../../draft/media-type.ts'
import { needFile } from '../../system/local-file.ts'

const upload = command('upload', uploadMedia, {
  positionals: ['id', 'file'],
  flags: { type: false },
  extra: { type: { flag: '--type <type>', about: 'Kind of the file (default: by its content)', choices: mediaTypes } },
  examples: ['media upload 43 photo.png', 'media upload 43 photo.png --type image --json --fields url,multimedia_field'],
  run: async (context, { id, file }, { type }) => {
    await needFile(file)
    const result = await context.service.call(uploadMedia, { id, file, type: type ?? (await guessType(file)) })
    const field = result.multimedia_field ? ` (put it into multimedia.${result.multimedia_field})` : ''
    await context.show.done(result, `Uploaded ${result.type ?? file} · ${result.url}${field}`, result.url)
  },
})

const optionImage = command('option-image', uploadOptionImage, {
  positionals: ['id', 'file'],
  examples: ['media option-image 43 photo.png'],
  run: async (context, input) => {
    await needFile(input.file, { formats: optionImageFormats })
    const result = await context.service.call(uploadOptionImage, input)
    await context.show.done(result, `Uploaded · ${result.url} (put it into choiceImageEntities[].link)`, result.url)
  },
})

export const mediaGroup = group('media', {
  summary: 'Pictures, videos and sounds of questions',
  shows: 'storage usage',
  commands: [upload, optionImage],
})
