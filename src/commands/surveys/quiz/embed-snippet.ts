import { webAddress } from '../../../text/web-address.ts'

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Markup for a site that shows a survey: the frame, and a script that greets it (Embed Protocol v1) and logs what it is told. */
export const embedSnippet = (
  url: string,
): string => `<iframe src="${attribute(webAddress(url))}" title="Survey" style="width:100%;height:640px;border:0" allow="autoplay"></iframe>
<script>
  (function (frame) {
    var origin = new URL(frame.src).origin
    frame.addEventListener('load', function () {
      frame.contentWindow.postMessage({ protocol: 'survey-embed', version: 1, command: 'host.hello', params: { terminal: 'survey' } }, origin)
    })
    window.addEventListener('message', function (message) {
      if (message.source !== frame.contentWindow || message.origin !== origin || message.data.protocol !== 'survey-embed') return
      console.log(message.data.event || message.data.reply, message.data.data)
    })
  })(document.currentScript.previousElementSibling)
</script>
`
