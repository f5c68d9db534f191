/** The style sheet of the page, and what a theme changes in it. */
import type { Theme } from '../../model/survey.ts'

/** A theme's values go into a style sheet: only forms that can't inject other rules are accepted. */
const color = /^(#[\da-f]{3,8}|[a-z]+|(rgb|hsl)a?\([\d\s.,%/]+\))$/i
const fonts = /^[\w\s,'"-]{1,200}$/

export function themeStyle(theme: Theme | null): string {
  if (!theme) return ''
  const { text, accent, button, button_text: label } = theme.colors
  const dark = isDark(theme.background)
  const picture = URL.parse(theme.background) && /^https?:/.test(theme.background)
  const rules = [
    ...Object.entries({
      '--text': text,
      '--accent': accent,
      '--button': button ?? accent,
      '--button-text': label,
      '--page': picture ? undefined : theme.background,
    })
      .filter(([, value]) => value !== undefined && color.test(value))
      .map(([name, value]) => `${name}:${value}`),
    ...(dark ? ['--card:color-mix(in srgb,var(--page) 92%,#fff)', '--bad:#ff8a80', 'color-scheme:dark'] : []),
    ...(fonts.test(theme.font_family) ? [`--font:${theme.font_family}`] : []),
    ...(picture ? [`background-image:url("${theme.background.replace(/["\\<\s]/g, encodeURIComponent)}")`] : []),
  ]
  return `body{${rules.join(';')}}`
}

/** On a dark page, cards and warnings are lighter than the page. */
function isDark(page: string): boolean {
  const [, red = '', green = '', blue = ''] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(page) ?? []
  // Without a match this is NaN, which is not below anything.
  return 0.299 * Number.parseInt(red, 16) + 0.587 * Number.parseInt(green, 16) + 0.114 * Number.parseInt(blue, 16) < 110
}

export const style = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{
  --text:#1b2430;--page:#f4f6f8;--accent:#2457d6;--button:var(--accent);--button-text:#fff;--bad:#b3261e;
  --font:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;
  --soft:color-mix(in srgb,var(--text) 72%,var(--page));--line:color-mix(in srgb,var(--text) 18%,var(--page));
  --card:color-mix(in srgb,var(--page) 40%,#fff);--edge:color-mix(in srgb,var(--text) 58%,var(--card));--tint:color-mix(in srgb,var(--accent) 12%,var(--card));
  margin:0;min-height:100vh;display:flex;flex-direction:column;color:var(--text);background:var(--page) center/cover fixed;
  font:17px/1.5 var(--font);
}
main{width:100%;max-width:44rem;margin:auto;padding:1rem}
h2{margin:0;font-size:1.45rem;line-height:1.25;font-weight:650;overflow-wrap:anywhere}
h2:focus{outline:none}
p{margin:0}
fieldset{margin:0;padding:0;border:0;min-width:0}
legend{padding:0}
button,input,select,textarea{font:inherit;color:inherit}
[hidden]{display:none!important}
.unseen:not(:focus){position:absolute!important;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible,.option:has(:focus-visible),.rating label:has(:focus-visible),.scale label:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.option :focus-visible,.rating :focus-visible,.scale :focus-visible{outline:none}

.ribbon{padding:.4rem 1rem;text-align:center;font-size:.9rem;background:#fff3cd;color:#4d3b00}
.top{padding:0 1rem;text-align:center}
.logo{max-height:3rem;max-width:12rem;margin-top:1rem}
.bottom{padding:.75rem;text-align:center;font-size:.8rem;color:var(--soft)}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.75rem;margin:0 0 1rem;box-shadow:0 1px 2px #0001,0 10px 30px #0000000d}
.over-picture{background:linear-gradient(color-mix(in srgb,var(--card) 82%,transparent),color-mix(in srgb,var(--card) 82%,transparent)),var(--picture) center/cover;min-height:20rem}
.about{margin-top:.4rem;color:var(--soft);white-space:pre-line;overflow-wrap:anywhere}
.card :is(h2,.about,label,legend) a{color:inherit}
.paragraph{display:block}.paragraph+.paragraph{margin-top:.4rem}
.about:empty,.problem:empty,.alert:empty{display:none}
.about~:is(fieldset,input,select,textarea,div,iframe){margin-top:1.1rem}
.media{display:block;max-width:100%;max-height:22rem;margin:0 auto 1.25rem;border-radius:10px}
audio.media{width:100%}
.number{color:var(--accent);margin-right:.25rem}.number::after{content:"."}
.star{color:var(--bad)}
.hint{font-size:.9rem;color:var(--soft);margin-bottom:.5rem}
.problem,.alert{margin-top:.8rem;color:var(--bad);font-weight:550}
.problem::before,.alert::before{content:"!";display:inline-grid;place-items:center;width:1.3em;height:1.3em;margin-right:.5em;border-radius:50%;background:var(--bad);color:#fff;font-size:.85em;font-weight:700}
.alert{margin:0 0 .8rem;padding:.7rem 1rem;border-radius:10px;background:color-mix(in srgb,var(--bad) 9%,var(--card))}
.progress{height:6px;margin-bottom:1rem;border-radius:3px;background:var(--line);overflow:hidden}
.progress div{height:100%;width:0;background:var(--accent);transition:width .25s}
.timer{margin-top:.6rem;font-variant-numeric:tabular-nums;color:var(--soft)}.timer.whole{margin:0 0 .8rem;text-align:right}
.resumed{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between;margin-bottom:1rem;font-size:.95rem;color:var(--soft)}

.buttons{display:flex;gap:.75rem;margin-top:1.25rem}
.buttons .primary{margin-left:auto}
button,a.primary{display:inline-block;min-height:3rem;padding:.65rem 1.6rem;border-radius:10px;border:1px solid transparent;font-weight:600;text-decoration:none;cursor:pointer}
.primary{background:var(--button);color:var(--button-text)}
@media(hover:hover){.primary:hover{filter:brightness(1.08)}}
.plain{background:transparent;border-color:var(--edge)}
@media(hover:hover){.plain:hover{background:var(--tint)}}
button:disabled{opacity:.55;cursor:default}

input:not([type=radio],[type=checkbox],[type=range],[type=file],[type=hidden]),select,textarea{
  width:100%;min-height:3rem;padding:.6rem .85rem;border:1px solid var(--edge);border-radius:10px;background:color-mix(in srgb,var(--card) 60%,#fff0)}
textarea{resize:vertical}
select option{color:#1b2430;background:#fff}
::placeholder{color:var(--soft);opacity:1}
[aria-invalid=true]{border-color:var(--bad)!important}
input.moment{max-width:18rem}
input[type=radio],input[type=checkbox]{accent-color:var(--accent);width:1.2rem;height:1.2rem;margin:0;flex:none}
.option{display:flex;align-items:center;gap:.75rem;padding:.75rem 1rem;margin-top:.5rem;border:1px solid var(--edge);border-radius:10px;cursor:pointer;overflow-wrap:anywhere}
@media(hover:hover){.option:hover{background:var(--tint)}}
.option:has(:checked){border-color:var(--accent);background:var(--tint);box-shadow:inset 0 0 0 1px var(--accent)}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}.pair .option{margin:0}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.75rem}.pictures .hint{grid-column:1/-1}
.pictures .option{margin:0;flex-wrap:wrap;align-content:start}.pictures img{order:-1;width:100%;height:8.5rem;object-fit:cover;border-radius:6px}
.pictures .option span{flex:1;min-width:0}

.ranking ol{list-style:none;margin:0;padding:0}
.ranking li{display:flex;align-items:center;gap:.6rem;padding:.5rem .6rem .5rem 1rem;margin-top:.5rem;border:1px solid var(--edge);border-radius:10px;background:var(--card)}
.ranking li label{flex:1;min-width:0;overflow-wrap:anywhere}
.ranking li select{width:auto;min-height:2.5rem}
.ranking.moves li{cursor:grab;touch-action:none}.ranking.moves li.held{box-shadow:0 6px 18px #0003;border-color:var(--accent)}
.ranking .place{min-width:1.6rem;font-weight:650;color:var(--soft);text-align:center}.ranking.set .place{color:var(--accent)}
.ranking button{min-height:2.5rem;min-width:2.5rem;padding:0}
.slider{display:grid;grid-template-columns:1fr 6.5rem;gap:.4rem 1rem;align-items:center}
.slider input[type=range]{width:100%;accent-color:var(--accent)}
.slider .ends{grid-column:1}
.ends{display:flex;justify-content:space-between;gap:1rem;margin-top:.4rem;font-size:.9rem;color:var(--soft)}
.rating{display:flex;flex-wrap:wrap;gap:.25rem}
/* Empty figures are outlines: what is chosen is told by more than its colour. */
.rating label{position:relative;cursor:pointer;border-radius:8px;padding:0 .15rem;font-size:2.4rem;line-height:1.2;color:transparent;-webkit-text-stroke:1.5px var(--edge)}
.rating label:has(:checked),.rating label:has(~label :checked){color:var(--accent);-webkit-text-stroke-color:var(--accent)}
@media(hover:hover){.rating:hover label:has(~label:hover),.rating label:hover{color:color-mix(in srgb,var(--accent) 55%,var(--card));-webkit-text-stroke-color:var(--accent)}}
.rating input,.scale input{position:absolute;inset:0;opacity:0;width:100%!important;height:100%!important;cursor:pointer}
.points{display:grid;grid-template-columns:repeat(auto-fit,minmax(2.9rem,1fr));gap:.4rem}
.points.row{grid-template-columns:repeat(var(--points),minmax(0,1fr))}
.scale label{position:relative;display:grid;place-items:center;min-height:3rem;border:1px solid var(--edge);border-radius:10px;font-weight:550}
@media(hover:hover){.scale label:hover{background:var(--tint)}}
.scale label:has(:checked){background:var(--accent);border-color:var(--accent);color:var(--button-text)}
.matrix .heads,.matrix .row{display:grid;grid-template-columns:minmax(8rem,1.6fr) repeat(var(--columns),minmax(4rem,1fr));align-items:center;gap:.25rem}
.matrix{overflow-x:auto}
.matrix .heads{font-size:.9rem;color:var(--soft);text-align:center;padding-bottom:.4rem}
.matrix .row{border-top:1px solid var(--line);padding:.15rem 0;position:relative}
.matrix .row legend{float:left;display:flex;align-items:center;overflow-wrap:anywhere}
.matrix .row label{display:grid;place-items:center;min-height:3rem;border-radius:8px;cursor:pointer}
@media(hover:hover){.matrix .row label:hover{background:var(--tint)}}
.matrix .row label span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.files input[type=file]{width:100%;padding:1rem;border:2px dashed var(--edge);border-radius:10px;color:var(--soft)}
::file-selector-button{min-height:2.5rem;margin-right:1rem;padding:.4rem 1.1rem;border:1px solid var(--edge);border-radius:10px;background:var(--card);color:var(--text);font:inherit;font-weight:600;cursor:pointer}
@media(hover:hover){::file-selector-button:hover{background:var(--tint)}}
.files .hint{margin-top:.5rem}
.files ul{list-style:none;margin:.5rem 0 0;padding:0}
.files li{display:flex;align-items:center;gap:.75rem;padding:.3rem 0}.files li span{flex:1;min-width:0;overflow-wrap:anywhere}
.files li button{min-height:2.25rem;padding:.2rem .8rem}
iframe.content{display:block;width:100%;min-height:3rem;border:1px solid var(--edge);border-radius:10px;background:#fff;padding:.75rem;color-scheme:light}
.js iframe.content{background:transparent;color-scheme:inherit}
.gate-field{margin-top:1.1rem}.gate-field label{display:block;margin-bottom:.35rem}
.card[data-type=welcome]{padding:2.75rem 2rem;border-top:6px solid var(--accent)}
.card[data-type=welcome] h2{font-size:2rem}.card[data-type=welcome] .about{margin-top:.9rem;font-size:1.1rem}
.end{border-top:6px solid var(--accent);text-align:center;padding:2.5rem 1.75rem}.end .buttons{justify-content:center}.end .buttons .primary{margin:0}
.end p,.end .restart{margin-top:1.1rem}.score{font-size:1.25rem;font-weight:650}
.promo strong{display:block;margin:.4rem auto 0;width:fit-content;max-width:100%;padding:.6rem 1.2rem;border:2px dashed var(--accent);border-radius:10px;font:650 1.3rem/1.3 ui-monospace,monospace;overflow-wrap:anywhere;user-select:all}
[inert]{opacity:.55}

@media (max-width:36rem){
  main{padding:.75rem;margin-top:0}
  .card{padding:1.25rem;border-radius:12px}
  h2{font-size:1.25rem}
  .card[data-type=welcome]{padding:1.75rem 1.25rem}.card[data-type=welcome] h2{font-size:1.6rem}
  .points.row{gap:3px;margin:0 -.5rem}.points.row label{border-radius:7px;font-size:.95rem}
  .buttons .primary{flex:1;margin:0}
  .js .one .buttons{position:sticky;bottom:0;margin:0 -.75rem;padding:.75rem;background:linear-gradient(transparent,var(--page) 35%)}
  .rating label{font-size:2.1rem}
  .pictures{grid-template-columns:1fr 1fr}.pictures img{height:6.5rem}
  .matrix .heads{display:none}
  .matrix .row{display:block;padding:.6rem 0}
  .matrix .row legend{width:100%;font-weight:600;margin-bottom:.25rem}
  .matrix .row label{clear:both}
  .matrix .row label{display:flex;gap:.7rem;justify-content:start;align-items:center;padding:0 .5rem;min-height:2.75rem}
  .matrix .row label span{position:static;width:auto;height:auto;clip-path:none}
}
@media (prefers-reduced-motion:reduce){*{transition:none!important;scroll-behavior:auto!important}}
`
