/own/c.php
<p>x</p>
